// Package lines answers texts with a library that has its vocabulary: a JSON string a line in, a JSON
// array of ids a line out (../../../PROTOCOL.md, "Without the protocol"). An error is written to standard
// error, and its answer is null.
//
//	lines.Serve(map[string]lines.Encode{"Encode": encode})
package lines

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// RankFile loads the rank file that is the third argument, where tiktoken-go and its copies would
// download one.
type RankFile struct{}

// LoadTiktokenBpe gives the rank of each token.
func (RankFile) LoadTiktokenBpe(string) (map[string]int, error) {
	content, err := os.ReadFile(os.Args[3])
	words, ranks := strings.Fields(string(content)), map[string]int{}
	for at := 0; at+1 < len(words); at += 2 {
		token, _ := base64.StdEncoding.DecodeString(words[at])
		ranks[string(token)], _ = strconv.Atoi(words[at+1])
	}
	return ranks, err
}

// Encode gives the ids of a text.
type Encode func(text string) ([]int, error)

// Serve answers standard input with the entry point that the first argument names.
func Serve(entries map[string]Encode) {
	encode := entries[os.Args[1]]
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var text string
		if err := json.Unmarshal(line, &text); err != nil {
			panic(err)
		}
		ids, refusal := encode(text)
		if refusal != nil {
			fmt.Fprintln(os.Stderr, refusal)
			fmt.Println("null")
			continue
		}
		answer, _ := json.Marshal(append([]int{}, ids...))
		fmt.Println(string(answer))
	}
}
