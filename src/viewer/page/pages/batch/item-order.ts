import type { BatchPage } from "../../../wire/index.ts";
import { route } from "../../state/route.ts";
import { inAskedOrder } from "../../state/row-order.ts";

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
  return inAskedOrder(wanted, { scores: items.score, spreads: items.spread });
}
