import { formatRounded, plural } from "../../text/presentation/index.ts";
import type { ResultReader, ShownUnit, UnknownUnit } from "../protocol.ts";
import { plainShown, type ShownVerdict } from "../shown-trial.ts";
import { readDrawnItems, readStoredBatch, type StoredBatch } from "./stored-batches.ts";

export const batchResultReader: ResultReader = {
  show(_records, result, which) {
    const stored = readStoredBatch(result);
    return stored && showItem(stored, which);
  },
};

/** Shows one judged item or singleton, by its id. */
function showItem(stored: StoredBatch, which: string): ShownUnit | UnknownUnit {
  const { result, name } = stored;
  const all = [...result.items, ...(result.singletons?.items ?? [])];
  const ids = all.map(({ item_id }) => String(item_id));
  const at = ids.indexOf(which);
  const item = all[at];
  if (!item)
    return {
      problem: `${name} has no judged item ${which}; there are ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? " …" : ""}`,
      kind: "item",
      known: ids,
    };
  const drawn = readDrawnItems(stored);
  const shown = [...(drawn?.items ?? []), ...(drawn?.singletons ?? [])].find(
    ({ item: one }) => String(one.item_id) === which,
  )?.item;
  const verdicts = item.opinions.map((opinion): ShownVerdict => {
    const fields =
      opinion.status === "scored" ? Object.entries(opinion.verdict).filter(([field]) => field !== "item_id") : [];
    const figures = fields.filter((entry): entry is [string, number] => typeof entry[1] === "number");
    const words = fields.filter(([, value]) => typeof value !== "number");
    return {
      judge: opinion.judge_id,
      repetition: opinion.repetition,
      status: opinion.status === "scored" ? "verdict" : "invalid",
      score: null,
      dimensions: Object.fromEntries(figures),
      summary:
        words
          .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
          .join("; ") || null,
      reason: null,
      problem: opinion.status === "scored" ? null : opinion.reason,
      evidence: [],
    };
  });
  const score =
    "score" in item && typeof item.score === "number" ? `${result.scoring.primary} ${formatRounded(item.score)}` : "";
  return {
    shown: {
      ...plainShown("item", `${name}/${which}`, `outputs/batch/${name}`),
      headline: score === "" ? plural(item.opinions.length, "opinion") : score,
      answer: shown === undefined ? null : JSON.stringify(shown, null, 2),
      verdicts,
      warnings: shown === undefined ? ["what the judges were shown of it is missing or damaged"] : [],
    },
    packet: shown ?? null,
    raw: item,
  };
}
