/* xml.c - the elements of an XML text, parsed by Expat. */
#include "base/xml.h"
#include "base/arena.h"
#include <expat.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LENGTH = 1 << 28, MAX_DEPTH = 256 };

typedef struct {
    XML_Parser parser;
    xml_observer on_element;
    void *context;
    int depth;
    bool is_stopped; /* by a check of this file, which has set the error */
    xml_error *error;
} parse;

static void describe_error(const parse *parse, const char *reason)
{
    parse->error->line = (int)XML_GetCurrentLineNumber(parse->parser);
    parse->error->column = (int)XML_GetCurrentColumnNumber(parse->parser) + 1;
    snprintf(parse->error->text, sizeof parse->error->text, "%s", reason);
}

static void xml_refuse(parse *parse, const char *reason)
{
    parse->is_stopped = true;
    describe_error(parse, reason);
    XML_StopParser(parse->parser, XML_FALSE);
}

static void XMLCALL on_start(void *of, const XML_Char *name, const XML_Char **attributes)
{
    parse *parse = of;
    if (parse->is_stopped)
        return;
    if (++parse->depth > MAX_DEPTH) {
        xml_refuse(parse, "elements are nested too deeply");
        return;
    }
    const xml_element element = {name, (const char *const *)attributes, parse->depth};
    parse->on_element(parse->context, &element);
}

static void XMLCALL on_end(void *of, const XML_Char *name)
{
    (void)name;
    ((parse *)of)->depth--;
}

static void XMLCALL on_doctype(void *of, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                               int has_internal_subset)
{
    (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
    xml_refuse(of, "a document type declaration is not allowed");
}

static XML_Parser create_parser(parse *parse)
{
    XML_Parser parser = XML_ParserCreateNS(NULL, ' ');
    if (!parser)
        memory_exhausted(0);
    XML_SetUserData(parser, parse);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    return parser;
}

bool xml_read(const char *text, size_t length, xml_observer on_element, void *context, xml_error *error)
{
    *error = (xml_error){.line = 1, .column = 1};
    if (length > MAX_LENGTH) {
        snprintf(error->text, sizeof error->text, "the text exceeds %d MB", MAX_LENGTH >> 20);
        return false;
    }
    parse parse = {.on_element = on_element, .context = context, .error = error};
    parse.parser = create_parser(&parse);
    const bool ok = XML_Parse(parse.parser, text, (int)length, XML_TRUE) == XML_STATUS_OK;
    const bool is_out_of_memory = !ok && XML_GetErrorCode(parse.parser) == XML_ERROR_NO_MEMORY;
    if (!ok && !parse.is_stopped)
        describe_error(&parse, XML_ErrorString(XML_GetErrorCode(parse.parser)));
    XML_ParserFree(parse.parser);
    if (is_out_of_memory)
        memory_exhausted(0);
    return ok;
}

bool xml_is(const xml_element *element, const char *name) { return strcmp(element->name, name) == 0; }

const char *xml_attribute(const xml_element *element, const char *name)
{
    for (const char *const *pair = element->attributes; *pair; pair += 2)
        if (strcmp(pair[0], name) == 0)
            return pair[1];
    return NULL;
}
