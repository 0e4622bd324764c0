import { type RubricPage, SAMPLE_FLAGS } from "../../../wire/index.ts";
import { route } from "../../state/route.ts";

export const SAMPLE_ORDERS = {
  number: "as they came",
  lowest: "lowest total",
  spread: "judges furthest apart",
} as const;

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
  const order = query.get("sort") ?? "number";
  if (order === "lowest")
    return wanted.sort((one, other) => (samples.total[one] ?? Infinity) - (samples.total[other] ?? Infinity));
  if (order === "spread") return wanted.sort((one, other) => samples.spread[other]! - samples.spread[one]!);
  return wanted;
}
