import type { batch } from "../../../judging/index.ts";
import { ITEMS_IN_A_CHUNK, type ItemChunk, type ItemPage } from "../../wire/index.ts";

type Item = batch.StoredBatch["result"]["items"][number];
type Singleton = NonNullable<batch.StoredBatch["result"]["singletons"]>["items"][number];

/** Composes a range of an experiment's items and singletons, with what judges saw and said. */
export function composeItemChunk(
  { result }: batch.StoredBatch,
  drawn: batch.DrawnItems | null,
  number: number,
): ItemChunk {
  const first = number * ITEMS_IN_A_CHUNK;
  const shown = new Map<string, unknown>();
  for (const { item } of [...(drawn?.items ?? []), ...(drawn?.singletons ?? [])])
    shown.set(JSON.stringify(item.item_id), item);
  const all: (Item | Singleton)[] = [...result.items, ...(result.singletons?.items ?? [])];
  return {
    first,
    items: all.slice(first, first + ITEMS_IN_A_CHUNK).map((item) => ({
      shown: shown.get(JSON.stringify(item.item_id)) ?? null,
      opinions: item.opinions.map(opinionOf),
    })),
  };
}

function opinionOf(opinion: (Item | Singleton)["opinions"][number]): ItemPage["opinions"][number] {
  const { judge_id, repetition } = opinion;
  if (opinion.status !== "scored") return { judge: judge_id, repetition, said: [], problem: opinion.reason };
  const said = Object.entries(opinion.verdict)
    .filter(([name]) => name !== "item_id")
    .map(([name, value]): [string, string] => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  return { judge: judge_id, repetition, said, problem: null };
}
