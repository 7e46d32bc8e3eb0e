package model

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
)

// The loader of tiktoken-go, with the file that RANKS names in place of the address.
type fromFile struct{}

func (fromFile) LoadTiktokenBpe(string) (map[string]int, error) {
	file, err := os.Open(os.Getenv("RANKS"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	ranks := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var token string
		var rank int
		fmt.Sscan(lines.Text(), &token, &rank)
		bytes, err := base64.StdEncoding.DecodeString(token)
		if err != nil {
			return nil, err
		}
		ranks[string(bytes)] = rank
	}
	return ranks, nil
}
