/* elem_drives.h - elements with a list of drives: N, (DRIVE) 1, (DRIVE) 2, ... */
#pragma once
#include "contract/drive.h"

typedef struct {
    int n;
    const drive **drives;
} elem_drives;

void read_elem_drives(reader *reader, elem_drives *elem_drives, const char *what);
