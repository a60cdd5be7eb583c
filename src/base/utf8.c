/* utf8.c - decoding of UTF-8 and the width of characters.
 *
 * The first byte gives the number of bytes (110xxxxx two, 1110xxxx three, 11110xxx four), each further one is 10xxxxxx
 * and adds six bits. Overlong forms, surrogates and values beyond U+10FFFF are invalid. Widths are those of the Unicode
 * blocks of combining marks and of wide characters, approximate but independent of the locale. */
#include "base/utf8.h"
#include "base/array.h"

uint32_t utf8_next(const char **at, const char *end)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*(*at)++;
    if (first < 0x80)
        return first;
    const int n = first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (n == 0 || first >= 0xF8 || end - *at < n - 1)
        return UTF8_INVALID;
    uint32_t c = first & (0x7Fu >> n);
    for (int i = 0; i < n - 1; i++) {
        const unsigned char next = (unsigned char)(*at)[i];
        if ((next & 0xC0) != 0x80)
            return UTF8_INVALID;
        c = c << 6 | (next & 0x3F);
    }
    if (c < smallest[n] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return UTF8_INVALID;
    *at += n - 1;
    return c;
}

int utf8_write(uint32_t character, char bytes[4])
{
    const int n = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, character >>= 6)
        bytes[i] = (char)(0x80 | (character & 0x3F));
    bytes[0] = (char)(n == 1 ? character : (0xF00u >> n & 0xFF) | character);
    return n;
}

typedef struct {
    uint32_t first, last;
    int width;
} block;

int utf8_width(uint32_t character)
{
    static const block blocks[] = {
        {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0}, {0x200B, 0x200F, 0},
        {0x20D0, 0x20FF, 0},   {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2}, {0xF900, 0xFAFF, 2},
        {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2}, {0xFFE0, 0xFFE6, 2},
        {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (int i = 0; i < ARRAY_LEN(blocks) && character >= blocks[i].first; i++)
        if (character <= blocks[i].last)
            return blocks[i].width;
    return 1;
}

bool utf8_is_control(uint32_t character)
{
    return (character < ' ' && character != '\n' && character != '\t') || (character >= 0x7F && character < 0xA0) ||
           character == UTF8_INVALID;
}
