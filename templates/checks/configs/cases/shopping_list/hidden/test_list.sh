# Starts beside expected.txt, in /checks; what the trial left is in $ASSAY_WORKSPACE.
set -eu
tr ',' '\n' < "$ASSAY_WORKSPACE/list.txt" | sed 's/^ *//; s/ *$//; /^$/d' | sort > "$ASSAY_TMP/items"
diff expected.txt "$ASSAY_TMP/items"
echo "$(wc -l < expected.txt | tr -d ' ') items"
