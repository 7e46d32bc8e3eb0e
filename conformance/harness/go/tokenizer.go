// A byte-level BPE tokenizer that needs only Go's own library, for main.go: chunks, encoding and
// decoding (spec/02-pretokenize.md, 04-encode.md, 05-special.md, 06-decode.md).
package main

import (
	"encoding/json"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

const endOfText = "<|endoftext|>"

// Failure is an error with its name in the specification.
type Failure struct{ Class, Message string }

func (f Failure) Error() string { return f.Message }

type Tokenizer struct {
	size  int64              // of the mergeable vocabulary
	ranks map[[2]int64]int64 // a pair, and the place of its merge
	vocab map[int64][]byte
}

// --- Text to chunks. ---

// The kinds of characters that the pattern distinguishes. unicode.IsSpace is White_Space.
const (
	letter = iota
	number
	space
	other
)

func kind(r rune) int {
	switch {
	case unicode.Is(unicode.L, r):
		return letter
	case unicode.Is(unicode.N, r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return other
}

// The number of characters of the first chunk. Go's regexp has no look-ahead, so this tries the
// alternatives of the pattern in their order.
func chunkLength(text []rune) int {
	// '(?:[sdmt]|ll|ve|re)
	if text[0] == '\'' && len(text) > 1 && strings.ContainsRune("sdmt", text[1]) {
		return 2
	}
	if text[0] == '\'' && len(text) > 2 {
		if two := string(text[1:3]); two == "ll" || two == "ve" || two == "re" {
			return 3
		}
	}
	// " ?" and a run of letters, or of numbers, or of what is neither these nor space
	first := 0
	if text[0] == ' ' && len(text) > 1 {
		first = 1
	}
	if kind(text[first]) != space {
		return first + runLength(text[first:])
	}
	// \s+(?!\S)|\s+: where more follows, the last space of several is left to it
	n := runLength(text)
	if n < len(text) && n > 1 {
		n--
	}
	return n
}

func runLength(text []rune) int {
	n := 1
	for n < len(text) && kind(text[n]) == kind(text[0]) {
		n++
	}
	return n
}

func Pretokenize(text string) ([]string, error) {
	if !utf8.ValidString(text) {
		return nil, Failure{"UnicodeDecodeError", "the text is not UTF-8"}
	}
	chunks := []string{}
	for rest := []rune(text); len(rest) > 0; {
		n := chunkLength(rest)
		chunks = append(chunks, string(rest[:n]))
		rest = rest[n:]
	}
	return chunks, nil
}

// --- Chunks to ids, and ids to text. ---

func (t *Tokenizer) Encode(text string) ([]int64, error) {
	return t.encodeBetween(strings.Split(text, endOfText))
}

// The ids of texts, and between two of them the special token.
func (t *Tokenizer) encodeBetween(texts []string) ([]int64, error) {
	ids := []int64{}
	for i, text := range texts {
		if i > 0 {
			ids = append(ids, t.size)
		}
		chunks, err := Pretokenize(text)
		if err != nil {
			return nil, err
		}
		for _, chunk := range chunks {
			ids = append(ids, t.merge(chunk)...)
		}
	}
	return ids, nil
}

// One pass for each rank that occurs, the lowest first. Each pass goes from left to right.
func (t *Tokenizer) merge(chunk string) []int64 {
	ids := make([]int64, len(chunk))
	for i := range ids {
		ids[i] = int64(chunk[i])
	}
	for {
		lowest := int64(-1)
		for i := 0; i+1 < len(ids); i++ {
			rank, is := t.ranks[[2]int64{ids[i], ids[i+1]}]
			if is && (lowest < 0 || rank < lowest) {
				lowest = rank
			}
		}
		if lowest < 0 {
			return ids
		}
		merged := ids[:0]
		for i := 0; i < len(ids); i++ {
			if i+1 < len(ids) {
				if rank, is := t.ranks[[2]int64{ids[i], ids[i+1]}]; is && rank == lowest {
					merged = append(merged, 256+lowest)
					i++
					continue
				}
			}
			merged = append(merged, ids[i])
		}
		ids = merged
	}
}

func (t *Tokenizer) Decode(ids []int64) (string, error) {
	var text []byte
	for _, id := range ids {
		token, is := t.vocab[id]
		if !is {
			return "", Failure{"KeyError", "unknown token id"}
		}
		text = append(text, token...)
	}
	if !utf8.Valid(text) {
		return "", Failure{"UnicodeDecodeError", "the bytes of the tokens are not UTF-8"}
	}
	return string(text), nil
}

// --- Loading valid files. Refusing faulty ones is level L2, which is not claimed. ---

func Load(path string) (*Tokenizer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var artifact struct {
		Size   int64            `json:"mergeable_vocab_size"`
		Merges [][2]int64       `json:"merges"`
		Vocab  map[int64][]uint `json:"vocab"`
	}
	if err := json.Unmarshal(data, &artifact); err != nil {
		return nil, Failure{"ValueError", err.Error()}
	}
	t := &Tokenizer{artifact.Size, map[[2]int64]int64{}, map[int64][]byte{}}
	for rank, pair := range artifact.Merges {
		if _, twice := t.ranks[pair]; !twice {
			t.ranks[pair] = int64(rank)
		}
	}
	for id, token := range artifact.Vocab {
		for _, b := range token {
			t.vocab[id] = append(t.vocab[id], byte(b))
		}
	}
	return t, nil
}
