/* zip.h - archives of files, packed, as unzip and every FMI tool read them. */
#pragma once
#include "app/bytes.h"
#include <stdio.h>

typedef struct {
    FILE *file;
    bytes directory; /* entries so far */
    int n;
    bool failed;
} zip;

void zip_add(zip *zip, const char *name, const void *from, size_t size);
/* False when the file cannot be read. */
bool zip_add_file(zip *zip, const char *name, const char *path);
/* The directory; false when something failed. The file stays open. */
bool zip_end(zip *zip);
