// Package protocol answers the requests of bpetite-iut/1 with a library for Go.
//
//	protocol.Serve(protocol.Library{Name: "tiktoken-go", Module: "github.com/pkoukk/tiktoken-go",
//		Load: load})
//
// A Go string can hold any bytes, so the library gets texts unchanged. A panic is answered
// with Internal. The Unicode version is that of Go's own tables, which the libraries use.
package protocol

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"unicode"
)

// Tokenizer is a loaded table.
type Tokenizer interface {
	Encode(text string) ([]int, error)
	Decode(ids []int) (string, error)
}

// Library is the part that each adapter defines.
type Library struct {
	Name    string
	Module  string
	Load    func(artifact Artifact) (Tokenizer, error) // nil: it takes no table
	Builtin func(name string) (Tokenizer, error)
}

// Refused is an error with a class of the protocol: Refused{"KeyError", "token 999"}.
type Refused struct{ Class, Message string }

func (refused Refused) Error() string { return refused.Message }

// Artifact is a table of merges.
type Artifact struct {
	Merges  [][2]int       `json:"merges"`
	Pattern string         `json:"pretokenizer_pattern"`
	Special map[string]int `json:"special_tokens"`
}

// Ranks gives the table in the form of tiktoken, which looks tokens up by their bytes.
func (artifact Artifact) Ranks() (map[string]int, error) {
	tokens := []string{}
	for b := 0; b < 256; b++ {
		tokens = append(tokens, string([]byte{byte(b)}))
	}
	for _, pair := range artifact.Merges {
		tokens = append(tokens, tokens[pair[0]]+tokens[pair[1]])
	}
	ranks := map[string]int{}
	for rank, token := range tokens {
		ranks[token] = rank
	}
	if len(ranks) < len(tokens) {
		return nil, Refused{"Unsupported", "two tokens with the same bytes"}
	}
	return ranks, nil
}

type request struct {
	ID      int           `json:"id"`
	Op      string        `json:"op"`
	Bundle  string        `json:"bundle"`
	Handle  string        `json:"handle"`
	Path    string        `json:"path"`
	Builtin string        `json:"builtin"`
	TextHex string        `json:"text_hex"`
	IDs     []json.Number `json:"ids"`
}

type server struct {
	library Library
	bundle  string
	handles map[string]Tokenizer
}

func (s *server) load(r request) (Tokenizer, error) {
	if r.Builtin != "" {
		if s.library.Builtin == nil {
			return nil, Refused{"Unsupported", "no built-in tables are judged"}
		}
		return s.library.Builtin(r.Builtin)
	}
	if s.library.Load == nil {
		return nil, Refused{"Unsupported", "it takes no table"}
	}
	file, err := os.ReadFile(filepath.Join(s.bundle, r.Path))
	if err != nil {
		return nil, Refused{"FileNotFoundError", err.Error()}
	}
	var artifact Artifact
	if err := json.Unmarshal(file, &artifact); err != nil {
		return nil, Refused{"ValueError", err.Error()}
	}
	return s.library.Load(artifact)
}

func (s *server) answer(r request) (any, error) {
	switch r.Op {
	case "hello":
		s.bundle = r.Bundle
		return map[string]any{"name": s.library.Name, "version": version(s.library.Module),
			"language": "go", "protocol": 1, "ops": []string{"decode", "encode", "load"},
			"caps": []string{}, "levels": []string{"L0", "L1"}, "unicode": unicode.Version}, nil
	case "load":
		tokenizer, err := s.load(r)
		s.handles[r.Handle] = tokenizer
		return map[string]any{}, err
	case "encode":
		text, err := hex.DecodeString(r.TextHex)
		if err != nil {
			return nil, err
		}
		ids, err := s.handles[r.Handle].Encode(string(text))
		return map[string]any{"ids": append([]int{}, ids...)}, err
	case "decode":
		ids := []int{}
		for _, number := range r.IDs {
			id, err := number.Int64()
			if err != nil {
				return nil, Refused{"KeyError", err.Error()}
			}
			ids = append(ids, int(id))
		}
		text, err := s.handles[r.Handle].Decode(ids)
		return map[string]any{"text_hex": hex.EncodeToString([]byte(text))}, err
	case "reset":
		s.handles = map[string]Tokenizer{}
		return map[string]any{}, nil
	case "bye":
		return map[string]any{}, nil
	}
	return nil, Refused{"Unsupported", r.Op}
}

// Calls answer, and turns errors and panics into answers.
func (s *server) respond(r request) (response map[string]any) {
	response = map[string]any{"id": r.ID}
	fail := func(class, message string) {
		response["error"] = map[string]any{"class": class, "message": message}
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			fail("Internal", fmt.Sprint("panic: ", panicked))
		}
	}()
	result, err := s.answer(r)
	var refused Refused
	if errors.As(err, &refused) {
		fail(refused.Class, refused.Message)
	} else if err != nil {
		fail("Internal", err.Error())
	} else {
		response["ok"] = result
	}
	return response
}

// The version of a module, from the program's build information.
func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	return "unknown"
}

// Serve answers requests until `bye` or the end of the input.
func Serve(library Library) {
	s := server{library: library, handles: map[string]Tokenizer{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		line, _ := json.Marshal(s.respond(r))
		os.Stdout.Write(append(line, '\n'))
		if r.Op == "bye" {
			return
		}
	}
}
