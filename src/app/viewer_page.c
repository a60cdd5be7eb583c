/* viewer_page.c - the bundled viewer, carried inside the program: tools/bundle-viewer makes the file. */
#include "app/viewer_page.h"

__asm__(".pushsection .rodata\n"
        ".global viewer_page, viewer_page_end\n"
        "viewer_page: .incbin \"" VIEWER_PAGE "\"\n"
        "viewer_page_end: .byte 0\n"
        ".popsection\n");
