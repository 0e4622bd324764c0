import { type RubricPage, SAMPLE_FLAGS } from "../../../wire/index.ts";
import { route } from "../../state/route.ts";
import { inAskedOrder } from "../../state/row-order.ts";

/** Filters and sorts samples by the address. */
export function samplesShown({ samples, groups }: RubricPage): number[] {
  const { query } = route.value;
  const flag: number = SAMPLE_FLAGS[query.get("flag") as keyof typeof SAMPLE_FLAGS] ?? 0;
  const group = groups.indexOf(query.get("group") ?? "");
  const text = (query.get("text") ?? "").toLowerCase();
  const wanted = samples.number.flatMap((number, at) =>
    (flag === 0 || (samples.flags[at]! & flag) !== 0) &&
    (group === -1 || samples.group[at] === group) &&
    (text === "" || `${number} ${samples.question[at]} ${samples.tags[at]}`.toLowerCase().includes(text))
      ? [at]
      : [],
  );
  return inAskedOrder(wanted, { scores: samples.total, spreads: samples.spread });
}
