/* viewer_page.h - the page of the viewer, without data. */
#pragma once
#include <stdbool.h>

/* Returns false in a build without the viewer (TORSOR_VIEWER=OFF), which has no page. */
bool viewer_page_is_built(void);
extern const char viewer_page[], viewer_page_end[]; /* not null-terminated */
