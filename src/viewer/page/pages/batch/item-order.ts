import type { BatchPage } from "../../../wire/index.ts";
import { route } from "../../state/route.ts";

export const ITEM_ORDERS = {
  drawn: "as they were drawn",
  lowest: "lowest score",
  spread: "judges furthest apart",
} as const;

/** Filters and sorts items by the address. */
export function itemsShown({ items }: BatchPage): number[] {
  const { query } = route.value;
  const [stratum, look, text] = [query.get("stratum") ?? "", query.get("look") ?? "", query.get("text") ?? ""];
  const wanted = items.id.flatMap((id, at) =>
    (stratum === "" || items.stratum[at] === stratum) &&
    (look !== "ambiguous" || items.ambiguous[at]) &&
    (look !== "unscored" || items.score[at] === null) &&
    (look !== "disagreement" || items.spread[at]! > 0) &&
    (text === "" || id.toLowerCase().includes(text.toLowerCase()))
      ? [at]
      : [],
  );
  const order = query.get("sort");
  if (order === "lowest")
    return wanted.sort((one, other) => (items.score[one] ?? Infinity) - (items.score[other] ?? Infinity));
  if (order === "spread") return wanted.sort((one, other) => items.spread[other]! - items.spread[one]!);
  return wanted;
}
