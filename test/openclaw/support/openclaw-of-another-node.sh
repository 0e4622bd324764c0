#!/bin/sh
# OpenClaw says so where the Node that it finds is not one of its own.
echo "openclaw: Node.js 24.16 or newer is needed" >&2
exit 1
