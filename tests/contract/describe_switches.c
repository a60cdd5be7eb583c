/* describe_switches.c - prints the tables of commands and switches as JSON. Called by tools/make-man. */
#include "app/switches.h"
#include "base/json.h"

static void put_switch(json_writer *w, const switch_row *row)
{
    json_newline(w);
    json_open_object(w, NULL);
    json_string(w, "letters", row->letters);
    json_string(w, "name", row->name);
    json_string(w, "argument", row->argument);
    json_string(w, "values", row->values);
    json_string(w, "summary", row->summary);
    json_string(w, "details", row->details);
    json_close(w);
}

static void put_command(json_writer *w, command_id command)
{
    const command_row *row = &command_rows[command];
    json_newline(w);
    json_open_object(w, NULL);
    json_string(w, "name", row->name);
    json_string(w, "arguments", row->arguments);
    json_string(w, "summary", row->summary);
    json_string(w, "details", row->details);
    json_open_array(w, "switches");
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_rows[i].command == command)
            put_switch(w, &switch_rows[i]);
    json_close(w);
    json_close(w);
}

int main(void)
{
    json_writer w = json_begin(json_to_file, stdout);
    json_open_array(&w, NULL);
    for (int i = 0; i < COMMAND_COUNT; i++)
        put_command(&w, (command_id)i);
    json_close(&w);
    putchar('\n');
    return 0;
}
