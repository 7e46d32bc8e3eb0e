// tokenizer (github.com/tiktoken-go/tokenizer) with its own vocabularies.
package main

import (
	"os"

	"github.com/tiktoken-go/tokenizer"

	"adapters/lines"
)

func main() {
	codec, err := tokenizer.Get(tokenizer.Encoding(os.Args[2] + "_base"))
	if err != nil {
		panic(err)
	}
	lines.Serve(map[string]lines.Encode{"Encode": func(text string) ([]int, error) {
		tokens, _, err := codec.Encode(text)
		ids := []int{}
		for _, id := range tokens {
			ids = append(ids, int(id))
		}
		return ids, err
	}})
}
