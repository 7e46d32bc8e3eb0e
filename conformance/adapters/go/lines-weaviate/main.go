// tiktoken-go of Weaviate (github.com/weaviate/tiktoken-go), a copy of pkoukk's, with the rank file that
// is the third argument, in place of its download.
package main

import (
	"encoding/base64"
	"os"
	"strconv"
	"strings"

	"github.com/weaviate/tiktoken-go"

	"adapters/lines"
)

type file struct{}

func (file) LoadTiktokenBpe(string) (map[string]int, error) {
	content, err := os.ReadFile(os.Args[3])
	ranks := map[string]int{}
	for _, line := range strings.Fields(strings.ReplaceAll(string(content), " ", "=:")) {
		token, rank, _ := strings.Cut(line, "=:")
		bytes, _ := base64.StdEncoding.DecodeString(token)
		ranks[string(bytes)], _ = strconv.Atoi(rank)
	}
	return ranks, err
}

func main() {
	tiktoken.SetBpeLoader(file{})
	encoding, err := tiktoken.GetEncoding(os.Args[2] + "_base")
	if err != nil {
		panic(err)
	}
	lines.Serve(map[string]lines.Encode{
		"Encode":         func(text string) ([]int, error) { return encoding.Encode(text, []string{"all"}, nil), nil },
		"EncodeOrdinary": func(text string) ([]int, error) { return encoding.EncodeOrdinary(text), nil },
	})
}
