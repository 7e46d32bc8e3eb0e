/* The interface of bpetite for C, and for every language that can call C (S33a to S33c): opens a
 * tokenizer by a profile or by a pattern, encodes texts and counts their ids, decodes ids, finds
 * the id of a special token or an added token, says how many rows a model needs, gives the version
 * of the library, and returns errors as values. Of texts in motion (chapter 22) it has streams,
 * sessions, parts with their trust, the first divergence of ids, whether ids can go on, windows,
 * counts of slices, and a count until a limit. It neither trains nor saves.
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
 * Memory: the caller gives the space for ids and texts, and gets their number or size. Only streams
 * and sessions have a memory of their own for what they give. A tokenizer is freed by
 * bpetite_tokenizer_free, an error by bpetite_error_free, and so on. Streams, sessions and counts
 * of slices hold their tokenizer: it may be freed before them. A text or a literal that is given
 * with its size in bytes is UTF-8, may hold zeros, and needs none at its end. A path, the name of a
 * profile and a pattern end with a zero. An array of size 0 may be null.
 *
 * Threads: any number of threads may use one tokenizer, one error, or counts of slices, at the same
 * time. One thread at a time may use a stream or a session. An object may be freed only when no
 * thread uses it any more. No function starts a thread. */
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

/* Text in motion (chapter 22).
 *
 * A stream encodes a text that comes in pieces: ids come out as soon as no text behind them can
 * change them (S60a). The ids of all its calls are those of the whole text.
 *
 *   bpetite_stream* stream = NULL;
 *   error = bpetite_stream_new(tokenizer, BPETITE_BY_PROFILE, BPETITE_MAX_PENDING, &stream);
 *   while (error == NULL && read_piece(piece, &size)) {
 *     const uint32_t* ids = NULL;
 *     error = bpetite_stream_push(stream, piece, size, &ids, &count);
 *     if (error == NULL) send(ids, count);
 *   }
 *   ...                              bpetite_stream_finish gives the other ids
 *   bpetite_stream_free(stream); */
typedef struct bpetite_stream bpetite_stream;

/* How many bytes may wait for the text behind them, if a program needs no other limit (S60e). */
enum { BPETITE_MAX_PENDING = 1048576 };

/* Makes a stream for bpetite_stream_free.
 *   specials     BPETITE_BY_PROFILE, BPETITE_ALL or BPETITE_ORDINARY
 *   max_pending  how many bytes may wait for the text behind them; SIZE_MAX: any number
 * ValueError: `specials` is none of the three, or cannot be chosen under this profile. */
bpetite_error* bpetite_stream_new(const bpetite_tokenizer* tokenizer, int specials,
                                  size_t max_pending, bpetite_stream** stream);

/* Takes a piece of the text, and gives the ids that it completes (S60b).
 *   bytes, size  the piece; a scalar may be cut
 *   ids, count   are set to the ids, and to their number. The stream owns them: they are valid
 *                until the next piece or the end, even if that is an error, or until it is freed.
 *                `ids` may be null if there are none
 * UnicodeDecodeError: the bytes cannot become UTF-8. ValueError: a special token stands in the text
 * that is not allowed, or more than `max_pending` bytes would wait. After such an error the stream
 * is as it was (S60f); errors count bytes from the beginning of the text. After a MemoryError it
 * may be of no more use: then each further call is a MemoryError. */
bpetite_error* bpetite_stream_push(bpetite_stream* stream, const char* bytes, size_t size,
                                   const uint32_t** ids, size_t* count);

/* Ends the text, and gives all other ids, as bpetite_stream_push does. The next piece begins a new
 * text. UnicodeDecodeError: the text ends within a scalar. ValueError: a special token at its end
 * is not allowed. After an error the text has not ended. */
bpetite_error* bpetite_stream_finish(bpetite_stream* stream, const uint32_t** ids, size_t* count);

/* How many bytes wait for the text behind them. 0 for null. */
size_t bpetite_stream_pending(const bpetite_stream* stream);

/* Frees a stream. Nothing happens for null. */
void bpetite_stream_free(bpetite_stream* stream);

/* A session keeps a text and its ids while the text is edited, and says which ids an edit changes
 * (S61a). It owns the ids and the text that it gives: they are valid until the next edit, even if
 * that is an error, or until the session is freed. A part of its text may be given to one of its
 * edits. After an error a session is as it was. */
typedef struct bpetite_session bpetite_session;

/* What an edit does to the ids: the first `kept` ids stay, and the next `gone` ids are replaced by
 * the `count` ids of `ids`. A change may reach far: an edit may keep no id at all (S61c). */
typedef struct bpetite_patch {
  size_t kept;
  size_t gone;
  const uint32_t* ids; /* of the session; may be null if there are none */
  size_t count;
} bpetite_patch;

/* Makes a session of the empty text for bpetite_session_free. The arguments and the errors are
 * those of bpetite_stream_new; the bytes that wait are those at the end of the text. */
bpetite_error* bpetite_session_new(const bpetite_tokenizer* tokenizer, int specials,
                                   size_t max_pending, bpetite_session** session);

/* Puts text behind the text (S61b), and sets `patch`. UnicodeDecodeError: `text` is not UTF-8.
 * ValueError: a special token would stand in the text that is not allowed, or more than
 * `max_pending` bytes would wait. */
bpetite_error* bpetite_session_append(bpetite_session* session, const char* text, size_t size,
                                      bpetite_patch* patch);

/* Puts text in place of the bytes from `begin` to before `end`. Errors are those of
 * bpetite_session_append; ValueError: there are no such places in the text, or one is inside a
 * scalar. */
bpetite_error* bpetite_session_replace(bpetite_session* session, size_t begin, size_t end,
                                       const char* text, size_t size, bpetite_patch* patch);

/* Cuts the text, so that `size` bytes stay. Errors are those of bpetite_session_replace. */
bpetite_error* bpetite_session_truncate(bpetite_session* session, size_t size,
                                        bpetite_patch* patch);

/* Sets `ids` to all ids of the text, and `count` to their number. `ids` may be null if there are
 * none. */
bpetite_error* bpetite_session_ids(const bpetite_session* session, const uint32_t** ids,
                                   size_t* count);

/* Sets `text` to the text, without a zero at its end, and `size` to its bytes. `text` may be null
 * if it is empty. */
bpetite_error* bpetite_session_text(const bpetite_session* session, const char** text,
                                    size_t* size);

/* The number of bytes of the text. 0 for null. */
size_t bpetite_session_text_size(const bpetite_session* session);

/* Makes a copy of a session for bpetite_session_free. An edit of one does not change the other. */
bpetite_error* bpetite_session_copy(const bpetite_session* session, bpetite_session** copy);

/* Frees a session. Nothing happens for null. */
void bpetite_session_free(bpetite_session* session);

/* What a part of a text is, and whether it is trusted (S62a). */
enum {
  BPETITE_TEXT = 0,     /* not trusted: it yields no special token */
  BPETITE_TEMPLATE = 1, /* trusted: all added tokens are found in it */
  BPETITE_TOKEN = 2,    /* the added token that has `text` as its literal */
  BPETITE_TOKEN_ID = 3  /* the added token that has the id `id` */
};

typedef struct bpetite_part {
  int kind;
  const char* text; /* with its size in bytes; not of BPETITE_TOKEN_ID */
  size_t size;
  uint32_t id; /* of BPETITE_TOKEN_ID alone */
} bpetite_part;

/* The bytes that an id has in the joined text, from `begin` to before `end`, and the parts to which
 * these bytes belong, from `first` to `last`, by their numbers from 0 (S62h). A token part has its
 * literal in the joined text. */
typedef struct bpetite_part_span {
  size_t begin;
  size_t end;
  size_t first;
  size_t last;
} bpetite_part_span;

/* What happens where two parts meet. */
enum {
  BPETITE_JOINED = 0, /* both are encoded as one text (S62c) */
  BPETITE_CUT = 1     /* each part is encoded alone (S62f) */
};

/* Encodes a text that is put together from parts (S62a to S62i).
 *   parts, parts_count  the parts, and their number
 *   seams               BPETITE_JOINED or BPETITE_CUT
 *   strict              0; or 1: no added token is found in texts that are not trusted (S62g)
 *   ids                 space for `capacity` ids. Null with capacity 0: only the number is asked
 *                       for
 *   spans               space for the spans of `capacity` ids; or null
 *   count               is set to the number of ids, also if they do not fit
 * ValueError: the ids do not fit, and `ids` and `spans` are as they were; there is a template part,
 * but under the profile no text yields special tokens; a part has a size, but no text; or `seams`,
 * `strict` or a `kind` is another number. KeyError: no added token has the literal or the id of a
 * token part. UnicodeDecodeError: a part is not UTF-8. The message names the first part with such a
 * fault. */
bpetite_error* bpetite_encode_parts(const bpetite_tokenizer* tokenizer, const bpetite_part* parts,
                                    size_t parts_count, int seams, int strict, uint32_t* ids,
                                    bpetite_part_span* spans, size_t capacity, size_t* count);

/* What ids are compared with. */
enum {
  BPETITE_AS_PARTS = 0,     /* special ids are token parts, the ids between them text (S63a) */
  BPETITE_AS_ONE_STRING = 1 /* the ids of the decoded text, all special tokens allowed (S63b) */
};

/* Why ids are not those that encoding gives (S63c). */
enum {
  BPETITE_CANONICAL = 0,       /* they are */
  BPETITE_NOT_TEXT = 1,        /* their bytes are not UTF-8 */
  BPETITE_NOT_NORMALIZED = 2,  /* encoding keeps other bytes */
  BPETITE_SPECIAL_LITERAL = 3, /* encoding finds an added token */
  BPETITE_CROSSES_CHUNK = 4,   /* the id has bytes of two chunks */
  BPETITE_MERGES = 5           /* anything else */
};

/* Finds the first id that encoding does not give (S63c).
 *   as     BPETITE_AS_PARTS or BPETITE_AS_ONE_STRING
 *   cause  is set to the cause; or to BPETITE_CANONICAL, and then the other two are as they were
 *   index  is set to the index of the id; to `count` if ids are missing behind the last one
 *   byte   is set to the place of the id in the decoded bytes
 * KeyError: an id is not in the vocabulary. ValueError: `as` is neither of the two. */
bpetite_error* bpetite_divergence(const bpetite_tokenizer* tokenizer, const uint32_t* ids,
                                  size_t count, int as, int* cause, size_t* index, size_t* byte);

/* "canonical", "not text", "not normalized", "special literal", "crosses a chunk" or "merges". ""
 * for any other number. It lives as long as the program. */
const char* bpetite_cause_name(int cause);

/* Whether ids can go on (S63g). */
enum {
  BPETITE_CANNOT_GO_ON = 0, /* no text has the ids up to some index */
  BPETITE_CAN_GO_ON = 1,    /* some bytes may follow */
  BPETITE_UNKNOWN = 2       /* neither of the two was found out */
};

/* Says whether the ids are the first ids of some text that begins with their bytes (S63f): for ids
 * that were cut off.
 *   as      BPETITE_AS_PARTS or BPETITE_AS_ONE_STRING
 *   answer  is set to BPETITE_CANNOT_GO_ON, BPETITE_CAN_GO_ON or BPETITE_UNKNOWN
 *   text    if they can go on, gets bytes that may follow; it has space for `capacity` bytes, and
 *           no zero is put at the end. Null with capacity 0: only the size is asked for
 *   size    if they can go on, is set to the number of these bytes, also if they do not fit
 *   index   if they cannot, is set to the index of the first id that is known to be impossible
 * Anything that is not set is as it was. ValueError: the bytes do not fit, and `text` is as it was;
 * or `as` is neither of the two. KeyError: an id is not in the vocabulary. */
bpetite_error* bpetite_continuation(const bpetite_tokenizer* tokenizer, const uint32_t* ids,
                                    size_t count, int as, int* answer, char* text, size_t capacity,
                                    size_t* size, size_t* index);

/* A part of a text that is encoded by itself: its bytes, and the number of its ids (S64c). */
typedef struct bpetite_window {
  size_t begin;
  size_t end;
  size_t ids;
} bpetite_window;

/* Where a window ends. */
enum {
  BPETITE_AT_SAFE = 0, /* at the last safe place that fits */
  BPETITE_AT_LINE = 1  /* behind a line feed, if the window is then at least half full */
};

/* Divides a text into windows (S64c to S64f).
 *   most_ids  the most ids that a window may have, encoded alone
 *   overlap   a window repeats at most this many ids of the one before it; less than `most_ids`
 *   at        BPETITE_AT_SAFE or BPETITE_AT_LINE
 *   windows   space for `capacity` windows. A text has at most as many as bytes. Null with capacity
 *             0: only their number is asked for
 *   count     is set to the number of windows, also if they do not fit
 * Errors are those of bpetite_encode for the whole text. ValueError: the windows do not fit, and
 * `windows` is as it was; `overlap` or `at` is another number; or what comes next, a scalar or a
 * group of the normalizer, has more than `most_ids` ids. */
bpetite_error* bpetite_windows(const bpetite_tokenizer* tokenizer, const char* text, size_t size,
                               int specials, size_t most_ids, size_t overlap, int at,
                               bpetite_window* windows, size_t capacity, size_t* count);

/* Counts of slices of one text. The text is copied. */
typedef struct bpetite_slice_counts bpetite_slice_counts;

/* Reads a text, whose slices can then be counted fast, for bpetite_slice_counts_free. Errors are
 * those of bpetite_encode. */
bpetite_error* bpetite_slice_counts_new(const bpetite_tokenizer* tokenizer, const char* text,
                                        size_t size, int specials, bpetite_slice_counts** counts);

/* Sets `count` to the number of ids of the bytes from `begin` to before `end`, encoded alone
 * (S64a). ValueError: a place is inside a scalar or beyond the text, `begin` is after `end`, or the
 * slice has a special token that is not allowed and that the whole text does not have. */
bpetite_error* bpetite_slice_counts_count(const bpetite_slice_counts* counts, size_t begin,
                                          size_t end, size_t* count);

/* Frees counts of slices. Nothing happens for null. */
void bpetite_slice_counts_free(bpetite_slice_counts* counts);

/* Sets `count` to the number of ids of a text, or to `limit` + 1 if there are more (S65a): the rest
 * of a long text is not encoded. Errors are those of bpetite_encode. */
bpetite_error* bpetite_count_up_to(const bpetite_tokenizer* tokenizer, const char* text,
                                   size_t size, int specials, size_t limit, size_t* count);

#ifdef __cplusplus
}
#endif

#endif /* BPETITE_H */
