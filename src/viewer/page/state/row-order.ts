import { route } from "./route.ts";

/** Sorts positions of rows as the address asks: lowest score first, or those on which judges differ most. */
export function inAskedOrder(
  rows: number[],
  { scores, spreads }: { scores: readonly (number | null)[]; spreads: readonly number[] },
): number[] {
  const order = route.value.query.get("sort");
  if (order === "lowest") return rows.sort((one, other) => (scores[one] ?? Infinity) - (scores[other] ?? Infinity));
  if (order === "spread") return rows.sort((one, other) => spreads[other]! - spreads[one]!);
  return rows;
}
