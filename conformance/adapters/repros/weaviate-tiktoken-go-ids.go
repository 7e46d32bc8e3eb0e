package main

import (
	"encoding/base64"
	"fmt"
	"github.com/weaviate/tiktoken-go"
	"os"
	"strings"
)

type file struct{} // the rank file whose path is the argument, in place of a download

func (file) LoadTiktokenBpe(string) (map[string]int, error) {
	content, err := os.ReadFile(os.Args[1])
	words, ranks := strings.Fields(string(content)), map[string]int{}
	for place := 0; place < len(words); place += 2 {
		token, _ := base64.StdEncoding.DecodeString(words[place])
		ranks[string(token)] = place / 2
	}
	return ranks, err
}

func main() {
	tiktoken.SetBpeLoader(file{})
	encoding, _ := tiktoken.GetEncoding("cl100k_base")
	fmt.Println(encoding.Encode("It's na\u00efve: 12345 \u65e5\u672c\u8a9e", nil, nil))
}
