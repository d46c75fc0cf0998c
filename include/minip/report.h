/* Results: one JSON document with, at most, one table in it, printed as text, JSON, CSV, LaTeX or Markdown.

   A command fills root with the documented keys. The table is the array root[table], an array of objects; the columns say which
   keys of a row are shown, in which order and under which heading, in every format but JSON (which has all keys).
   Values: an integer is a JSON string of digits, another exact value {"exact": "p/q", "decimal": "0.42.."}, an enclosure
   {"lower": .., "upper": ..}; strings, true / false and null are themselves. In tables an exact value is shown as its `exact` text,
   with the decimal beside it where the two differ. */
#ifndef MINIP_REPORT_H
#define MINIP_REPORT_H

#include <jansson.h>
#include <stdio.h>
#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

typedef enum { MINIP_TEXT, MINIP_JSON, MINIP_CSV, MINIP_LATEX, MINIP_MARKDOWN } minip_format_t;

typedef struct {
  const char *key;     /* key in a row; "a.b" reaches inside; "a:4" shows 4 certified digits of an exact value or enclosure ("22.13..", in CSV
                          "22.13"), and of an integer of over 21 digits ("2.037..e+90", in CSV all of it) */
  const char *heading; /* column heading, plain text */
} minip_column_t;

typedef struct {
  json_t *root;                  /* owned; an object */
  const char *table;             /* key of the table in root, or NULL; borrowed */
  const minip_column_t *columns; /* borrowed; ends with key NULL; or NULL */
} minip_report_struct;
typedef minip_report_struct minip_report_t[1];

void minip_report_init(minip_report_t report);
void minip_report_clear(minip_report_t report);

/* New JSON values (new references, as jansson's json_object_set_new takes them). */
json_t *minip_report_fmpz(const fmpz_t x);
json_t *minip_report_slong(slong x);
json_t *minip_report_fmpq(const fmpq_t x); /* a string when x is an integer, else {"exact", "decimal"} */
/* The name of a file or a code, which may hold any bytes: those of a name that is not UTF-8 become '?'. NULL for NULL and when memory is short. */
json_t *minip_report_name(const char *name);
json_t *minip_report_arb(const arb_t x);   /* {"lower", "upper"} */

/* The format named by text ("text", "json", "csv", "latex", "markdown"); MINIP_USAGE for another. */
MINIP_MUST_CHECK minip_status_t minip_report_format(minip_format_t *format, const char *name, minip_error_t err);

/* *out = the rendered report, ending in a newline, to be freed by the caller.
   CSV, LaTeX and Markdown print the table only; without a table, one row of the scalar keys of root. */
MINIP_MUST_CHECK minip_status_t minip_report_render(char **out, const minip_report_t report, minip_format_t format, minip_error_t err);

/* Write size bytes to the file so that it is either the old or the whole new file: a temporary file in the same folder, synced, renamed.
   A symbolic link is followed and stays: the file it leads to is replaced (a link to nothing is refused). A file without write permission is kept.
   Devices and pipes are written straight.
   MINIP_INPUT with the system's reason when that fails; the temporary file is removed. */
MINIP_MUST_CHECK minip_status_t minip_report_write_file(const char *path, const void *bytes, size_t size, minip_error_t err);

/* The same for output that is too long for memory: open, print to out->file, commit; or discard, which leaves the old file. The file stream keeps its
   errors until commit, which reports them (and discards). open initialises out, also when it fails; after commit or discard nothing is held. */
typedef struct {
  FILE *file;
  char *path, *temporary; /* private */
} minip_output_struct;
typedef minip_output_struct minip_output_t[1];
MINIP_MUST_CHECK minip_status_t minip_output_open(minip_output_t out, const char *path, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_output_commit(minip_output_t out, minip_error_t err);
void minip_output_discard(minip_output_t out);
void minip_output_init(minip_output_t out);

MINIP_END_DECLS

#endif
