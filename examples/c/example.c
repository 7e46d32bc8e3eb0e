/* Opens a tokenizer, encodes a text, and decodes it again.
 *
 *   cc -o example example.c $(pkg-config --static --cflags --libs bpetite) */
#include <bpetite/bpetite.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints an error, and frees it. Returns whether there was one. */
static int failed(bpetite_error* error) {
  if (error == NULL) return 0;
  fprintf(stderr, "%s: %s\n", bpetite_error_name(error), bpetite_error_message(error));
  bpetite_error_free(error);
  return 1;
}

/* Encodes and prints. Returns the ids, which the caller frees, or NULL after an error. */
static uint32_t* encoded(const bpetite_tokenizer* tokenizer, const char* text, size_t* count) {
  const size_t size = strlen(text);
  if (failed(bpetite_count(tokenizer, text, size, BPETITE_BY_PROFILE, count))) return NULL;
  uint32_t* ids = malloc((*count + 1) * sizeof *ids);
  if (ids == NULL) return NULL;
  if (failed(bpetite_encode(tokenizer, text, size, BPETITE_BY_PROFILE, ids, *count, count))) {
    free(ids);
    return NULL;
  }
  for (size_t i = 0; i < *count; ++i) printf("%s%lu", i == 0 ? "" : " ", (unsigned long)ids[i]);
  printf("\n");
  return ids;
}

/* Decodes and prints. Returns 1 after an error. The first call asks for the size of the text. */
static int decode(const bpetite_tokenizer* tokenizer, const uint32_t* ids, size_t count) {
  size_t size = 0;
  if (failed(bpetite_decode(tokenizer, ids, count, BPETITE_REFUSED, NULL, 0, &size))) return 1;
  char* text = malloc(size + 1);
  if (text == NULL) return 1;
  const int fault =
      failed(bpetite_decode(tokenizer, ids, count, BPETITE_REFUSED, text, size, &size));
  if (!fault) printf("%.*s\n", (int)size, text);
  free(text);
  return fault;
}

int main(int count, char** arguments) {
  if (count != 3) {
    fputs("usage: example FILE TEXT\n", stderr);
    return 2;
  }
  bpetite_tokenizer* tokenizer = NULL;
  if (failed(bpetite_open(arguments[1], NULL, &tokenizer))) return 1;
  size_t ids_count = 0;
  uint32_t* ids = encoded(tokenizer, arguments[2], &ids_count);
  const int fault = ids == NULL || decode(tokenizer, ids, ids_count);
  free(ids);
  bpetite_tokenizer_free(tokenizer);
  return fault;
}
