// The adapter for tokenizer (github.com/tiktoken-go/tokenizer). It has only built-in vocabularies,
// and is tested with r50k_base, in its mode for strict UTF-8. Its Encode treats special tokens as
// ordinary text.
package main

import (
	"errors"
	"strings"

	"github.com/tiktoken-go/tokenizer"

	"adapters/protocol"
)

type codec struct{ tokenizer.Codec }

func refused(err error) error {
	if errors.Is(err, tokenizer.ErrInvalidUTF8) {
		return protocol.Refused{Class: "UnicodeDecodeError", Message: err.Error()}
	}
	if err != nil && strings.HasPrefix(err.Error(), "invalid token") {
		return protocol.Refused{Class: "KeyError", Message: err.Error()}
	}
	return err
}

func (c codec) Encode(text string) ([]int, error) {
	tokens, _, err := c.Codec.Encode(text)
	ids := []int{}
	for _, id := range tokens {
		ids = append(ids, int(id))
	}
	return ids, refused(err)
}

func (c codec) Decode(ids []int) (string, error) {
	tokens := []uint{}
	for _, id := range ids {
		tokens = append(tokens, uint(id))
	}
	text, err := c.Codec.Decode(tokens)
	return text, refused(err)
}

func builtin(name string) (protocol.Tokenizer, error) {
	if name != string(tokenizer.R50kBase) {
		return nil, protocol.Refused{Class: "Unsupported", Message: name}
	}
	found, err := tokenizer.Get(tokenizer.R50kBase)
	if err == nil {
		found.SetErrorMode(tokenizer.ErrorModeStrict)
	}
	return codec{found}, err
}

func main() {
	protocol.Serve(protocol.Library{Name: "tiktoken-go/tokenizer",
		Module: "github.com/tiktoken-go/tokenizer", Builtin: builtin})
}
