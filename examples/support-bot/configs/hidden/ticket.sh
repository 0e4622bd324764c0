# sh ticket.sh <order_id> <customer> <action>: the ticket in the workspace has these three values.
ticket="$ASSAY_WORKSPACE/ticket.json"
[ -f "$ticket" ] || { echo "there is no ticket.json"; exit 1; }
has() {
  tr -d ' \n' < "$ticket" | grep -qF "\"$1\":\"$2\"" || { echo "$1 is not $2"; exit 1; }
}
has order_id "$1"
has customer "$2"
has action "$3"
