/* viewer_page.h - the page of the viewer, without data. */
#pragma once

extern const char viewer_page[], viewer_page_end[]; /* not terminated */
