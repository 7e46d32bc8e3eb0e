/* The interface of bpetite for C, and for every language that can call C (S33a, S33b): opens a
 * tokenizer by a profile or by a pattern, encodes texts and counts their ids, decodes ids, finds
 * the id of a special token or an added token, says how many rows a model needs, gives the version
 * of the library, and returns errors as values. It neither trains nor saves.
 *
 *   #include <bpetite/bpetite.h>
 *
 *   bpetite_tokenizer* tokenizer = NULL;
 *   bpetite_error* error = bpetite_open("tokenizer.json", NULL, &tokenizer);
 *   if (error != NULL) {
 *     fprintf(stderr, "%s: %s\n", bpetite_error_name(error), bpetite_error_message(error));
 *     bpetite_error_free(error);
 *     return 1;
 *   }
 *   uint32_t ids[100];
 *   size_t count = 0;
 *   error = bpetite_encode(tokenizer, "Hello", 5, BPETITE_ORDINARY, ids, 100, &count);
 *   ...
 *   bpetite_tokenizer_free(tokenizer);
 *
 * Errors: a function that can fail returns NULL, or an error, which the caller frees. An error has
 * the name and the message that the same mistake has in C++ (<bpetite/errors.hpp>). No exception
 * leaves a function. After an error, what a pointer such as `count` leads to is as it was, unless
 * said otherwise. Every function that can fail may return, beside the errors that it names, a
 * ValueError for a null pointer and a MemoryError.
 *
 * Memory: the caller gives the space for ids and texts, and gets their number or size. A tokenizer
 * is freed by bpetite_tokenizer_free, an error by bpetite_error_free. A text or a literal that is
 * given with its size in bytes is UTF-8, may hold zeros, and needs none at its end. A path, the
 * name of a profile and a pattern end with a zero. An array of size 0 may be null.
 *
 * Threads: any number of threads may use one tokenizer, or one error, at the same time. It may be
 * freed only when no thread uses it any more. No function starts a thread. */
#ifndef BPETITE_H
#define BPETITE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bpetite_tokenizer bpetite_tokenizer;
typedef struct bpetite_error bpetite_error;

/* Which literals of special tokens in a text become their ids (S27a to S27d). */
enum {
  BPETITE_BY_PROFILE = 0, /* as the rule of the tokenizer's profile says */
  BPETITE_ALL = 1,        /* each */
  BPETITE_ORDINARY = 2    /* none: they are text */
};

/* What becomes of bytes of decoded tokens that are not UTF-8. */
enum {
  BPETITE_REFUSED = 0,  /* a UnicodeDecodeError (FR-23) */
  BPETITE_REPLACED = 1, /* U+FFFD for each ill-formed part (S29a) */
  BPETITE_KEPT = 2      /* they are kept, and the result need not be UTF-8 (S29b) */
};

/* The version of the library, such as "1.0.0". It lives as long as the program. */
const char* bpetite_version(void);

/* The name of an error: ValueError, UnicodeDecodeError, KeyError, OSError, FileNotFoundError,
 * MemoryError, or RuntimeError for anything else (ERR). "" for null. It lives as long as the error,
 * and is UTF-8 with a zero at its end; so is the message. */
const char* bpetite_error_name(const bpetite_error* error);

/* What is wrong, where, what was required, and the clause of the specification:
 * "decode: ids[3]: unknown token id 70000 [FR-22, chapter 6]".
 * "" for null. */
const char* bpetite_error_message(const bpetite_error* error);

/* Frees an error. Nothing happens for null. */
void bpetite_error_free(bpetite_error* error);

/* Opens the file of a vocabulary, or a directory that has one, as bpetite::open does (S26e, S51b).
 *   path       of the file, with a zero at its end
 *   profile    the name of a profile such as "cl100k", for a rank file that is not known by its
 *              bytes (S26b); null for all others
 *   tokenizer  is set to the tokenizer, for bpetite_tokenizer_free
 * ValueError: the file is faulty, needs a profile, or has another one. KeyError: there is no
 * profile of that name, or a field is missing. FileNotFoundError, OSError: it cannot be read. */
bpetite_error* bpetite_open(const char* path, const char* profile, bpetite_tokenizer** tokenizer);

/* Opens a rank file by a pattern in the language of chapter 14, of tiktoken's dialect. The
 * tokenizer has no special tokens (S26e). Errors: those of bpetite_open; ValueError: the pattern is
 * outside the language, is too large, or does not cover every text. */
bpetite_error* bpetite_open_with_pattern(const char* path, const char* pattern,
                                         bpetite_tokenizer** tokenizer);

/* Frees a tokenizer. Nothing happens for null. */
void bpetite_tokenizer_free(bpetite_tokenizer* tokenizer);

/* How many ids a model needs rows for: the highest id, and one. Ids below it need not all be in
 * use. 0 for null. */
size_t bpetite_vocabulary_size(const bpetite_tokenizer* tokenizer);

/* Sets `id` to that of the special token or added token with this literal (S57a).
 * KeyError: there is none. */
bpetite_error* bpetite_token_id(const bpetite_tokenizer* tokenizer, const char* literal,
                                size_t size, uint32_t* id);

/* Encodes a text (FR-16).
 *   text, size  UTF-8, and its bytes
 *   specials    BPETITE_BY_PROFILE, BPETITE_ALL or BPETITE_ORDINARY
 *   ids         space for `capacity` ids. A text has at most as many ids as bytes; if its profile
 *               changes text (S30a, S30g), at most four times as many
 *   count       is set to the number of ids, also if they do not fit
 * ValueError: the ids do not fit, and `ids` holds the first of them; or a special token stands in
 * the text that the profile does not allow; or `specials` is none of the three, or cannot be chosen
 * under this profile. UnicodeDecodeError: the text is not UTF-8. */
bpetite_error* bpetite_encode(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                              int specials, uint32_t* ids, size_t capacity, size_t* count);

/* Sets `count` to the number of ids of a text (S28a), without space for them. Errors are those of
 * bpetite_encode. */
bpetite_error* bpetite_count(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                             int specials, size_t* count);

/* Decodes ids (FR-20).
 *   ids, count  the ids, and their number
 *   ill_formed  BPETITE_REFUSED, BPETITE_REPLACED or BPETITE_KEPT
 *   text        space for `capacity` bytes; no zero is put at the end. Null with capacity 0: only
 *               the size is asked for
 *   size        is set to the number of bytes, also if they do not fit
 * ValueError: the bytes do not fit, and `text` is as it was; or `ill_formed` is none of the three.
 * KeyError: an id is not in the vocabulary. UnicodeDecodeError: the joined bytes are not UTF-8, and
 * are refused. */
bpetite_error* bpetite_decode(const bpetite_tokenizer* tokenizer, const uint32_t* ids, size_t count,
                              int ill_formed, char* text, size_t capacity, size_t* size);

#ifdef __cplusplus
}
#endif

#endif /* BPETITE_H */
