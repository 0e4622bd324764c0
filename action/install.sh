# Finds the command, or builds it from the version of the action that was asked for.
set -eu
if [ -f node_modules/assay/dist/cli.js ]; then
  program="$PWD/node_modules/assay/dist/cli.js"
else
  program="$ACTION_PATH/dist/cli.js"
  if [ ! -f "$program" ]; then
    (cd "$ACTION_PATH" && npm ci --no-audit --no-fund && npm run build) >&2
  fi
fi
node "$program" --version >&2
echo "program=$program" >> "$GITHUB_OUTPUT"
