// The adapter for tiktoken-go (github.com/pkoukk/tiktoken-go), which takes a table by bytes, and
// any pattern.
package main

import (
	"github.com/pkoukk/tiktoken-go"

	"adapters/protocol"
)

type tokenizer struct{ *tiktoken.Tiktoken }

func (t tokenizer) Encode(text string) ([]int, error) {
	return t.Tiktoken.Encode(text, []string{"all"}, nil), nil
}

func (t tokenizer) Decode(ids []int) (string, error) {
	return t.Tiktoken.Decode(ids), nil
}

func load(artifact protocol.Artifact) (protocol.Tokenizer, error) {
	ranks, err := artifact.Ranks()
	if err != nil {
		return nil, err
	}
	core, err := tiktoken.NewCoreBPE(ranks, artifact.Special, artifact.Pattern)
	if err != nil {
		return nil, protocol.Refused{Class: "ValueError", Message: err.Error()}
	}
	special := map[string]any{}
	for literal := range artifact.Special {
		special[literal] = true
	}
	encoding := tiktoken.Encoding{Name: "artifact", PatStr: artifact.Pattern,
		MergeableRanks: ranks, SpecialTokens: artifact.Special}
	return tokenizer{tiktoken.NewTiktoken(core, &encoding, special)}, nil
}

func main() {
	protocol.Serve(protocol.Library{Name: "tiktoken-go", Module: "github.com/pkoukk/tiktoken-go",
		Load: load})
}
