/* zip.h - compressed archives of files that unzip and every FMI tool can read. */
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
/* Returns false if the file cannot be read. */
bool zip_add_file(zip *zip, const char *name, const char *path);
/* Writes the directory; returns false if anything failed. The file stays open. */
bool zip_end(zip *zip);
