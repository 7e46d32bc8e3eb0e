// Answers the requests of bpetite-iut/1 with a tokenizer in Go.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"unicode"
)

type object = map[string]any

var bundle string
var loaded = map[string]*Tokenizer{} // by handle

type request struct {
	ID                       int64
	Op, Bundle, Handle, Path string
	TextHex                  string `json:"text_hex"`
	IDs                      []int64
	TextsHex                 []string `json:"texts_hex"`
	Edits                    []Edit
	As                       string
}

func answer(ask request) (object, error) {
	text, _ := hex.DecodeString(ask.TextHex)
	switch ask.Op {
	case "hello":
		bundle = ask.Bundle
		return object{"name": "tiny.go", "version": "1", "language": "go", "protocol": 1,
			"ops": []string{"pretokenize", "load", "encode", "decode",
				"append", "replace", "canonical"},
			"levels": []string{"L0", "L1", "L6"}, "caps": []string{"pair-keyed", "same-bytes"},
			"unicode": unicode.Version}, nil
	case "reset":
		loaded = map[string]*Tokenizer{}
		return object{}, nil
	case "bye":
		return object{}, nil
	case "pretokenize":
		chunks, err := Pretokenize(string(text))
		for i := range chunks {
			chunks[i] = hex.EncodeToString([]byte(chunks[i]))
		}
		return object{"chunks_hex": chunks}, err
	case "load":
		tokenizer, err := Load(filepath.Join(bundle, ask.Path))
		loaded[ask.Handle] = tokenizer
		return object{}, err
	case "encode":
		ids, err := loaded[ask.Handle].Encode(string(text))
		return object{"ids": ids}, err // [] and not null, if there are none
	case "decode":
		text, err := loaded[ask.Handle].Decode(ask.IDs)
		return object{"text_hex": hex.EncodeToString([]byte(text))}, err
	case "append":
		for i, digits := range ask.TextsHex {
			text, _ := hex.DecodeString(digits)
			ask.TextsHex[i] = string(text)
		}
		patches, err := Append(loaded[ask.Handle], ask.TextsHex)
		return object{"patches": patches}, err
	case "replace":
		patches, err := Replace(loaded[ask.Handle], string(text), ask.Edits)
		return object{"patches": patches}, err
	case "canonical":
		index, err := Divergence(loaded[ask.Handle], ask.IDs, ask.As)
		if index < 0 {
			return object{"canonical": true}, err
		}
		return object{"canonical": false, "index": index}, err
	}
	return nil, Failure{"Unsupported", ask.Op}
}

func main() {
	in := bufio.NewReader(os.Stdin) // not a Scanner, which stops at 64 KiB
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var ask request
		reply := object{}
		if err := json.Unmarshal(line, &ask); err != nil {
			reply["error"] = object{"class": "Internal", "message": err.Error()}
		} else if ok, err := answer(ask); err != nil {
			failure := Failure{"Internal", err.Error()}
			errors.As(err, &failure)
			reply["error"] = object{"class": failure.Class, "message": failure.Message}
		} else {
			reply["ok"] = ok
		}
		reply["id"] = ask.ID
		if out.Encode(reply) != nil || ask.Op == "bye" {
			return
		}
	}
}
