// tiktoken-go of Weaviate (github.com/weaviate/tiktoken-go), a copy of pkoukk's, with the rank file
// that is the third argument.
package main

import (
	"os"

	"github.com/weaviate/tiktoken-go"

	"adapters/lines"
)

func main() {
	tiktoken.SetBpeLoader(lines.RankFile{})
	encoding, err := tiktoken.GetEncoding(os.Args[2] + "_base")
	if err != nil {
		panic(err)
	}
	lines.Serve(map[string]lines.Encode{
		"Encode":         func(text string) ([]int, error) { return encoding.Encode(text, []string{"all"}, nil), nil },
		"EncodeOrdinary": func(text string) ([]int, error) { return encoding.EncodeOrdinary(text), nil },
	})
}
