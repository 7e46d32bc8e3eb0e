// Text in motion (spec/22-motion.md) for main.go: all of it by encoding whole texts. With a merge
// that makes 256 of "a" and "b":
//
//	Append(t, []string{"a", "b"})                    {0 0 [97]}, {0 1 [256]}
//	Divergence(t, []int64{99, 97, 98}, "parts")      1
package main

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Edit puts a text in place of the bytes from Begin to End.
type Edit struct {
	Begin, End int
	Text       string
}

// UnmarshalJSON reads [begin, end, hex].
func (e *Edit) UnmarshalJSON(data []byte) error {
	var digits string
	if err := json.Unmarshal(data, &[]any{&e.Begin, &e.End, &digits}); err != nil {
		return err
	}
	text, err := hex.DecodeString(digits)
	e.Text = string(text)
	return err
}

// Patch is what an edit does to ids (S61a).
type Patch struct {
	Kept int     `json:"kept"`
	Gone int     `json:"gone"`
	IDs  []int64 `json:"ids"`
}

func Append(t *Tokenizer, texts []string) ([]Patch, error) {
	edits := []Edit{}
	end := 0
	for _, text := range texts {
		edits = append(edits, Edit{end, end, text})
		end += len(text)
	}
	return Replace(t, "", edits)
}

func Replace(t *Tokenizer, text string, edits []Edit) ([]Patch, error) {
	patches := []Patch{}
	old, err := t.Encode(text)
	for _, edit := range edits {
		if err != nil {
			break
		}
		if edit.Begin > edit.End || !isPlace(text, edit.Begin) || !isPlace(text, edit.End) {
			return nil, Failure{"ValueError", "not a range of characters"}
		}
		if !utf8.ValidString(edit.Text) {
			return nil, Failure{"UnicodeDecodeError", "the text is not UTF-8"}
		}
		text = text[:edit.Begin] + edit.Text + text[edit.End:]
		var ids []int64
		ids, err = t.Encode(text)
		patches = append(patches, patch(old, ids))
		old = ids
	}
	return patches, err
}

func isPlace(text string, at int) bool {
	return at == len(text) || at >= 0 && at < len(text) && utf8.RuneStart(text[at])
}

func patch(old, ids []int64) Patch {
	kept := common(old, ids)
	old, ids = old[kept:], ids[kept:]
	same := 0 // at their ends
	for same < len(old) && same < len(ids) && old[len(old)-1-same] == ids[len(ids)-1-same] {
		same++
	}
	return Patch{kept, len(old) - same, ids[:len(ids)-same]}
}

// How many ids both lists begin with.
func common(one, other []int64) int {
	size := 0
	for size < len(one) && size < len(other) && one[size] == other[size] {
		size++
	}
	return size
}

// Divergence is the first index at which encoding gives another id (S63), or -1.
func Divergence(t *Tokenizer, ids []int64, as string) (int, error) {
	all := ""
	texts := []string{""} // those between special ids
	ends := []int{}
	for _, id := range ids {
		token, is := t.vocab[id]
		if !is {
			return 0, Failure{"KeyError", "unknown token id"}
		}
		all += string(token)
		ends = append(ends, len(all))
		if id == t.size {
			texts = append(texts, "")
		} else {
			texts[len(texts)-1] += string(token)
		}
	}
	good := len(all) // the bytes before the first at which no UTF-8 begins
	for !utf8.ValidString(all[:good]) {
		good--
	}
	if good < len(all) {
		return slices.IndexFunc(ends, func(end int) bool { return end > good }), nil
	}
	if as == "one string" {
		texts = strings.Split(all, endOfText)
	}
	wanted, err := t.encodeBetween(texts)
	if err != nil || slices.Equal(wanted, ids) {
		return -1, err
	}
	return common(wanted, ids), nil
}
