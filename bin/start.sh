#!/bin/sh
# `npm start` and `npm run dev`: prepares the shop, and then replaces itself by the program, so that no wrapper
# uses memory. The command comes through descriptor 3, messages go to the terminal.
command=$(node bin/start.mjs "$@" 3>&1 >&2) || exit
eval "exec env $command"
