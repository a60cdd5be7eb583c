/* xml_test.c - elements and attributes of XML texts; what is refused, and where. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/text.h"
#include "base/xml.h"
#include <stdlib.h>
#include <string.h>

/* Each element as "DEPTH NAME VALUE;", with the value of its attribute `v`. */
static void list_element(void *context, const xml_element *element)
{
    const char *value = xml_attribute(element, "v");
    text_printf(context, "%d %s %s;", element->depth, element->name, value ? value : "-");
}

static void assert_elements(const char *document, size_t length, const char *expected)
{
    text found = {0};
    xml_error error;
    assert_true(xml_read(document, length, list_element, &found, &error));
    text_char(&found, '\0');
    assert_string_equal(found.data, expected);
    text_free(&found);
}

static void assert_listed(const char *document, const char *expected)
{
    assert_elements(document, strlen(document), expected);
}

static void ignore_element(void *context, const xml_element *element) { (void)context, (void)element; }

static void assert_refused(const char *document, int line, int column, const char *expected)
{
    xml_error error;
    assert_false(xml_read(document, strlen(document), ignore_element, NULL, &error));
    assert_string_equal(error.text, expected);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

static void elements_nested_depth(void **state)
{
    (void)state;
    assert_listed("<?xml version=\"1.0\"?><!-- <c/> --><a v='1'><b/><b v=\">\"><c/></b></a>\n",
                  "1 a 1;2 b -;2 b >;3 c -;");
    assert_listed("<a><b></b><?tool <c> ?><d/></a>", "1 a -;2 b -;2 d -;");
}

static void attributes_references_decoded(void **state)
{
    (void)state;
    assert_listed("<a v='&lt;&gt;&amp;&quot;&apos;'/>", "1 a <>&\"';");
    assert_listed("<a v='&#65;&#x42;&#233;&#x20AC;&#x1F600;'/>", "1 a AB\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80;");
    assert_listed("<a  v =\n \"x\ty\" w='2'/>", "1 a x y;"); /* white space of attributes becomes blanks */
    assert_refused("<a v='&#0;'/>", 1, 7, "reference to invalid character number");
    assert_refused("<a v='&other;'/>", 1, 1, "undefined entity");
    assert_refused("<a v='1' v='2'/>", 1, 10, "duplicate attribute");
}

static void character_data_ignored(void **state)
{
    (void)state;
    assert_listed("<a><![CDATA[<b v='1'>]] ></c>]]>text<d/></a>", "1 a -;2 d -;");
}

static void namespaces_in_names(void **state)
{
    (void)state;
    assert_listed("<a xmlns:x='urn:x' x:v='2' v='1'><x:b/><b/></a>", "1 a 1;2 urn:x b -;2 b -;");
    assert_listed("<a xmlns='urn:y'><b xmlns=''/></a>", "1 urn:y a -;2 b -;");
    assert_refused("<a><x:b/></a>", 1, 4, "unbound prefix");
}

/* <a v='é'/> in UTF-16, with the mark of its byte order. */
static void assert_utf16(bool is_little_endian)
{
    static const char TEXT[] = "<a v='\xE9'/>";
    unsigned char wide[2 * sizeof TEXT] = {0};
    wide[0] = is_little_endian ? 0xFF : 0xFE, wide[1] = is_little_endian ? 0xFE : 0xFF;
    for (size_t i = 0; i + 1 < sizeof TEXT; i++)
        wide[2 * (i + 1) + !is_little_endian] = (unsigned char)TEXT[i];
    assert_elements((const char *)wide, sizeof wide, "1 a \xC3\xA9;");
}

static void encodings_to_utf8(void **state)
{
    (void)state;
    assert_listed("<a v='\xC3\xA9'/>", "1 a \xC3\xA9;");
    assert_listed("\xEF\xBB\xBF<a v='\xC3\xA9'/>", "1 a \xC3\xA9;");
    assert_listed("<?xml version='1.0' encoding='ISO-8859-1'?><a v='\xE9'/>", "1 a \xC3\xA9;");
    assert_utf16(false);
    assert_utf16(true);
    assert_refused("<a v='\xE9'/>", 1, 7, "not well-formed (invalid token)");
    assert_refused("<?xml version='1.0' encoding='x-none'?><a/>", 1, 31, "unknown encoding");
}

static void malformed_text_refused(void **state)
{
    (void)state;
    assert_refused("", 1, 1, "no element found");
    assert_refused("words", 1, 1, "syntax error");
    assert_refused("<a>\n  <b>\n  </c></a>", 3, 5, "mismatched tag");
    assert_refused("<a><b></a></b>", 1, 9, "mismatched tag");
    assert_refused("<a></a></a>", 1, 9, "not well-formed (invalid token)");
    assert_refused("<a/><b/>", 1, 5, "junk after document element");
    assert_refused("<a>\n<b/>", 2, 5, "no element found");
    assert_refused("<a v='1", 1, 1, "unclosed token");
    assert_refused("<a v=1/>", 1, 6, "not well-formed (invalid token)");
}

/* Declarations of entities can make a short text a long one, or load other files. */
static void document_type_refused(void **state)
{
    (void)state;
    static const char REASON[] = "a document type declaration is not allowed";
    assert_refused("<!DOCTYPE a [<!ENTITY x 'xxxxxxxxxx'><!ENTITY y '&x;&x;&x;&x;'>]><a v='&y;'/>", 1, 13, REASON);
    assert_refused("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", 1, 13, REASON);
    assert_refused("<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a/>", 1, 44, REASON);
}

static bool read_nested(int depth, xml_error *error)
{
    text nested = {0};
    for (int i = 0; i < 2 * depth; i++)
        text_string(&nested, i < depth ? "<a>" : "</a>");
    const bool ok = xml_read(nested.data, nested.n, ignore_element, NULL, error);
    text_free(&nested);
    return ok;
}

static void limits_refused(void **state)
{
    (void)state;
    xml_error error;
    assert_true(read_nested(256, &error));
    assert_false(read_nested(257, &error));
    assert_string_equal(error.text, "elements are nested too deeply");
    assert_int_equal(error.column, 3 * 256 + 1);
    assert_false(xml_read("<a/>", (size_t)1 << 40, ignore_element, NULL, &error));
    assert_string_equal(error.text, "the text exceeds 256 MB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_nested_depth),  cmocka_unit_test(attributes_references_decoded),
        cmocka_unit_test(character_data_ignored), cmocka_unit_test(namespaces_in_names),
        cmocka_unit_test(encodings_to_utf8),      cmocka_unit_test(malformed_text_refused),
        cmocka_unit_test(document_type_refused),  cmocka_unit_test(limits_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
