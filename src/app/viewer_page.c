/* viewer_page.c - the bundled viewer, embedded in the program: tools/bundle-viewer generates the file. */
#include "app/viewer_page.h"

#ifdef VIEWER_PAGE
bool viewer_page_is_built(void) { return true; }

__asm__(".pushsection .rodata\n"
        ".global viewer_page, viewer_page_end\n"
        "viewer_page: .incbin \"" VIEWER_PAGE "\"\n"
        "viewer_page_end: .byte 0\n"
        ".popsection\n");
#else
const char viewer_page[1], viewer_page_end[1];

bool viewer_page_is_built(void) { return false; }
#endif
