/* describe_switches.c - prints the tables of commands and switches as JSON. Called by tools/make-man. */
#include "app/switches.h"
#include "base/json.h"

static void put_switch(json_writer *writer, const switch_row *row)
{
    json_newline(writer);
    json_open_object(writer, NULL);
    json_string(writer, "letters", row->letters);
    json_string(writer, "name", row->name);
    json_string(writer, "argument", row->argument);
    json_string(writer, "values", row->values);
    json_string(writer, "summary", row->summary);
    json_string(writer, "details", row->details);
    json_close(writer);
}

static void put_command(json_writer *writer, command_id command)
{
    const command_row *row = &command_rows[command];
    json_newline(writer);
    json_open_object(writer, NULL);
    json_string(writer, "name", row->name);
    json_string(writer, "arguments", row->arguments);
    json_string(writer, "summary", row->summary);
    json_string(writer, "details", row->details);
    json_open_array(writer, "switches");
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_rows[i].command == command)
            put_switch(writer, &switch_rows[i]);
    json_close(writer);
    json_close(writer);
}

int main(void)
{
    json_writer writer = json_begin(json_to_file, stdout);
    json_open_array(&writer, NULL);
    for (int i = 0; i < COMMAND_COUNT; i++)
        put_command(&writer, (command_id)i);
    json_close(&writer);
    putchar('\n');
    return 0;
}
