package main

import (
	"fmt"

	"github.com/tiktoken-go/tokenizer"
)

func main() {
	for _, name := range []tokenizer.Encoding{tokenizer.Cl100kBase, tokenizer.O200kBase} {
		codec, _ := tokenizer.Get(name)
		with, _, _ := codec.Encode("a\x7fb")
		without, _, _ := codec.Encode("ab")
		fmt.Println(name, with, without)
	}
}
