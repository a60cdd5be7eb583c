/* octave.h - functions and classes of GNU Octave, called in a separate process.
 *
 * The process is octave-cli, or the program that the caller names. It executes the script of octave_script.c, which
 * reads a request per line from standard input and writes a reply per line to the file descriptor OCTAVE_REPLIES.
 * Octave looks at the character behind a line before it returns the line, so that each newline is followed by a blank,
 * with which the next line begins. Fields are separated by tabs; in texts a backslash, a tab and a newline are \\, \t
 * and \n.
 *
 *     path DIR                     search functions there, too
 *     source FILE                  execute a file
 *     set NAME ARGUMENT            a global variable
 *     call FUNCTION ARGUMENT ...   numbers, a matrix by rows
 *     new ID CLASS                 creates an object of a class, which may ask for its data
 *     update ID N NUMBER ...       Update(object, Eps, EpsPrime): N numbers each
 *
 *     = N NUMBER ...               the numbers of a reply
 *     ! TEXT                       an error
 *     ? KIND [TEXT]                asks for data: real, integer, bool, string, more, keyword; answered by an ARGUMENT,
 *                                  or by ! if there is none
 *
 * An ARGUMENT is a number with the letter d before it, or a text with the letter s.
 *
 * What the functions print goes to standard error. When the socket of the requests is closed, the process ends. A
 * mutex makes requests of several threads follow each other. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { OCTAVE_REPLIES = 3 };

typedef struct octave octave;

/* Answers a question of an object; writes an ARGUMENT to `answer`. Returns false if there is no such datum. */
typedef bool octave_answer(void *context, const char *kind, const char *words, char *answer, size_t size);

/* Starts the process; program NULL: octave-cli. `seconds` limits the time of a request. Returns NULL and the reason in
 * `why` if it cannot be started. */
octave *octave_start(const char *program, double seconds, char *why, size_t size);
void octave_stop(octave *octave); /* may be NULL */

/* Makes a request, whose pieces end with NULL, without its newline, and stores the `n` numbers of the reply. Returns
 * false, with the reason in `why`, which has OCTAVE_WHY bytes, after an error or if the reply has another count.
 * `answer` may be NULL. */
enum { OCTAVE_WHY = 256 };
bool octave_request(octave *octave, const char *const *pieces, octave_answer *answer, void *context, double *numbers,
                    int n, char *why);

extern const char octave_script[];
