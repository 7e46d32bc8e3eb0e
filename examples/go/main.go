// Opens a tokenizer, encodes a text, and decodes it again, through the interface for C.
//
//	PKG_CONFIG_PATH=/where/it/is/lib/pkgconfig go build
package main

/*
#cgo pkg-config: bpetite
#include <stdlib.h>
#include <bpetite/bpetite.h>
*/
import "C"

import (
	"fmt"
	"os"
	"strings"
	"unsafe"
)

// Tokenizer is a vocabulary that is open until Close. Any number of goroutines may use it.
type Tokenizer struct {
	handle *C.bpetite_tokenizer
}

// Open reads any file that bpetite reads.
func Open(path string) (*Tokenizer, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var handle *C.bpetite_tokenizer
	if err := taken(C.bpetite_open(name, nil, &handle)); err != nil {
		return nil, err
	}
	return &Tokenizer{handle}, nil
}

// Close frees the tokenizer.
func (t *Tokenizer) Close() { C.bpetite_tokenizer_free(t.handle) }

// Encode gives the ids of a text.
func (t *Tokenizer) Encode(text string) ([]uint32, error) {
	start := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	size := C.size_t(len(text))
	var count C.size_t
	err := taken(C.bpetite_count(t.handle, start, size, C.BPETITE_BY_PROFILE, &count))
	if err != nil {
		return nil, err
	}
	ids := make([]uint32, count)
	space := (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(ids)))
	err = taken(C.bpetite_encode(
		t.handle, start, size, C.BPETITE_BY_PROFILE, space, count, &count))
	return ids, err
}

// Decode gives the text of ids. The first call asks for its size.
func (t *Tokenizer) Decode(ids []uint32) (string, error) {
	start := (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(ids)))
	count := C.size_t(len(ids))
	var size C.size_t
	err := taken(C.bpetite_decode(t.handle, start, count, C.BPETITE_REFUSED, nil, 0, &size))
	if err != nil {
		return "", err
	}
	text := make([]byte, size)
	space := (*C.char)(unsafe.Pointer(unsafe.SliceData(text)))
	err = taken(C.bpetite_decode(t.handle, start, count, C.BPETITE_REFUSED, space, size, &size))
	return string(text), err
}

// taken turns an error of C into one of Go, and frees it.
func taken(err *C.bpetite_error) error {
	if err == nil {
		return nil
	}
	defer C.bpetite_error_free(err)
	return fmt.Errorf("%s: %s", C.GoString(C.bpetite_error_name(err)),
		C.GoString(C.bpetite_error_message(err)))
}

func run(path, text string) error {
	tokenizer, err := Open(path)
	if err != nil {
		return err
	}
	defer tokenizer.Close()
	ids, err := tokenizer.Encode(text)
	if err != nil {
		return err
	}
	again, err := tokenizer.Decode(ids)
	if err != nil {
		return err
	}
	fmt.Println(strings.Trim(fmt.Sprint(ids), "[]"))
	fmt.Println(again)
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: example FILE TEXT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
