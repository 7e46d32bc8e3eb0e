// tokenizer (github.com/sugarme/tokenizer) with a tokenizer.json.
package main

import (
	"os"

	"github.com/sugarme/tokenizer/pretrained"

	"adapters/lines"
)

func main() {
	tokenizer, err := pretrained.FromFile(os.Args[3])
	if err != nil {
		panic(err)
	}
	lines.Serve(map[string]lines.Encode{"EncodeSingle": func(text string) ([]int, error) {
		encoding, err := tokenizer.EncodeSingle(text, false)
		if err != nil {
			return nil, err
		}
		return encoding.Ids, nil
	}})
}
