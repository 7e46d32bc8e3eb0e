// tiktoken-go and the vectors of cl100k: go test
//
// RANKS names the file cl100k_base.tiktoken, VECTORS other vectors than those beside this folder.
package model

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
)

type vector struct {
	ID, Text, Special, Tests string
	IDs                      []int
	Tells                    []string
}

// A text or ids that are too long to be written out: parts, each repeated Times times.
type repeated[Part any] []struct {
	Part  Part
	Times int
}

type longVector struct {
	ID, Special, Tests string
	Text               repeated[string]
	IDs                repeated[[]int]
}

func (long longVector) expanded() vector {
	made := vector{ID: long.ID, Special: long.Special, Tests: long.Tests}
	for _, it := range long.Text {
		made.Text += strings.Repeat(it.Part, it.Times)
	}
	for _, it := range long.IDs {
		for range it.Times {
			made.IDs = append(made.IDs, it.Part...)
		}
	}
	return made
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile(cmp.Or(os.Getenv("VECTORS"), "../cl100k.json"))
	var model struct {
		Vectors     []vector
		LongVectors []longVector `json:"long_vectors"`
	}
	if err != nil || json.Unmarshal(data, &model) != nil {
		t.Fatal("no vectors: ", err)
	}
	tiktoken.SetBpeLoader(fromFile{})
	encoding, err := tiktoken.GetEncoding("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	for _, long := range model.LongVectors {
		model.Vectors = append(model.Vectors, long.expanded())
	}
	allowed := map[string][]string{"found": {"all"}}
	for _, v := range model.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			if slices.Contains(v.Tells, "unicode-"+unicode.Version) {
				t.Skip("Go has the letters of Unicode " + unicode.Version)
			}
			if len(v.Text) > 10_000 {
				t.Skip("tiktoken-go takes the square of a chunk's length")
			}
			if got := encoding.Encode(v.Text, allowed[v.Special], nil); !slices.Equal(got, v.IDs) {
				t.Errorf("%q: got %v, want %v: %s", v.Text, got, v.IDs, v.Tests)
			}
		})
	}
}
