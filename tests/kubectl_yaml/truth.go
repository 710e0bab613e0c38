// Reads snippets as kubectl does: JSON lines with a field "text" come in, and go out with the documents or the error of each. See README.md.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"

	jsonutil "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"
)

func read(text string) (documents []any, message string) {
	documents = []any{}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if err == io.EOF {
			return documents, ""
		}
		if err != nil {
			return documents, err.Error()
		}
		if len(raw) == 0 {
			continue
		}
		var value any
		if err := jsonutil.Unmarshal(raw, &value); err != nil {
			return documents, err.Error()
		}
		if value != nil {
			documents = append(documents, value)
		}
	}
}

func main() {
	decoder := json.NewDecoder(bufio.NewReader(os.Stdin))
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for {
		var line struct {
			Text string `json:"text"`
		}
		if decoder.Decode(&line) != nil {
			return
		}
		documents, message := read(line.Text)
		result := map[string]any{"text": line.Text, "documents": documents}
		if message != "" {
			result["error"] = message
		}
		if err := encoder.Encode(result); err != nil {
			panic(err)
		}
	}
}
