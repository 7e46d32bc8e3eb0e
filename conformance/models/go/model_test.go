// tiktoken-go and the vectors of cl100k: go test
//
// RANKS names the file cl100k_base.tiktoken, VECTORS other vectors than those beside this folder.
package model

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
)

type vector struct {
	ID, Text, Special, Tests string
	IDs                      []int
	Tells                    []string
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile(cmp.Or(os.Getenv("VECTORS"), "../cl100k.json"))
	var model struct{ Vectors []vector }
	if err != nil || json.Unmarshal(data, &model) != nil {
		t.Fatal("no vectors: ", err)
	}
	tiktoken.SetBpeLoader(fromFile{})
	encoding, err := tiktoken.GetEncoding("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string][]string{"found": {"all"}}
	for _, v := range model.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			if slices.Contains(v.Tells, "unicode-"+unicode.Version) {
				t.Skip("Go has the letters of Unicode " + unicode.Version)
			}
			if got := encoding.Encode(v.Text, allowed[v.Special], nil); !slices.Equal(got, v.IDs) {
				t.Errorf("%q: got %v, want %v: %s", v.Text, got, v.IDs, v.Tests)
			}
		})
	}
}
