package main

import (
	"fmt"
	"os"

	"github.com/sugarme/tokenizer/pretrained"
)

func main() {
	tokenizer, _ := pretrained.FromFile(os.Args[1])
	for _, text := range []string{"a<|endoftext|>b", "<|endoftext|>", "ab"} {
		encoding, err := tokenizer.EncodeSingle(text, false)
		fmt.Println(text, encoding.Ids, err)
	}
}
