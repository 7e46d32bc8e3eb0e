package main

import (
	"fmt"

	"github.com/tiktoken-go/tokenizer"
)

func main() {
	codec, _ := tokenizer.Get(tokenizer.Cl100kBase)
	for _, text := range []string{"a \n \nb", "\n \n", "a\n\nb"} {
		ids, _, _ := codec.Encode(text)
		fmt.Printf("%q %v\n", text, ids)
	}
}
