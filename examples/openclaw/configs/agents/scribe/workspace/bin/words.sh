#!/bin/sh
# Words in a file.
wc -w < "$1"
