test "$(sh total.sh 2 3)" = 5 && test "$(sh total.sh 40 2)" = 42
