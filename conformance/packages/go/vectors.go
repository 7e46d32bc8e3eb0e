// Package vectors has texts and ids of well-known byte-level BPE tokenizers.
//
//	data, err := vectors.Model("cl100k")  // the text of a JSON file
package vectors

import (
	"embed"
	"strings"
)

//go:embed models/*.json
var models embed.FS

// Names are those of all models: "cl100k", ...
func Names() []string {
	entries, _ := models.ReadDir("models")
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".json"))
	}
	return names
}

// Model is the text of the JSON file of a model. An error means that there is none of this name.
func Model(name string) ([]byte, error) {
	return models.ReadFile("models/" + name + ".json")
}
