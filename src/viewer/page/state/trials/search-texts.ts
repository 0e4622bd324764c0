import { type Signal, signal } from "@preact/signals";
import { type CampaignPage, chunkName, type SearchChunk } from "../../../wire/index.ts";
import { chunk } from "../chunks.ts";
import { findInSlices } from "./find-in-slices.ts";

type Searched = Pick<CampaignPage, "name" | "search_chunks">;

/** Chunks to load before the first search; larger campaigns load the rest when searching. */
const MOST_CHUNKS_AHEAD = 20;

/** Last search. */
let last: { wanted: string; parts: readonly SearchChunk[]; found: Signal<Uint8Array | null>; stop: () => void } | null =
  null;

/** Returns 1 for every trial whose texts match; null while loading or searching. Rerenders when done. */
export function trialsWithText(campaign: Searched, trials: number, wanted: string): Uint8Array | null {
  const loading = namesOf(campaign).map((name) => chunk<SearchChunk>(name).value);
  if (loading.some(({ state }) => state === "waiting")) return null;
  const parts = loading.flatMap((part) => (part.state === "there" ? [part.value] : []));
  const isSame = last?.wanted === wanted && parts.every((part, at) => part === last!.parts[at]);
  if (!isSame || last!.parts.length !== parts.length) {
    last?.stop();
    const found = signal<Uint8Array | null>(null);
    const stop = findInSlices(parts, trials, wanted, (mask) => {
      found.value = mask;
    });
    last = { wanted, parts, found, stop };
  }
  return last!.found.value;
}

/** Loads texts one by one while idle. Returns a function that stops it. */
export function fetchTextsAhead(campaign: Searched): () => void {
  const names = namesOf(campaign).slice(0, MOST_CHUNKS_AHEAD);
  let stop = () => {};
  function next(): void {
    const name = names.shift();
    if (name === undefined) return;
    const idle = whenIdle(() => {
      stop = chunk(name).subscribe(({ state }) => state !== "waiting" && queueMicrotask(next));
    });
    stop();
    stop = idle;
  }
  next();
  return () => {
    names.length = 0;
    stop();
  };
}

function namesOf({ name, search_chunks }: Searched): string[] {
  return Array.from({ length: search_chunks }, (_, number) => chunkName("search", name, number));
}

/** Falls back to a timer: Safari has no requestIdleCallback. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 50);
    return () => clearTimeout(timer);
  }
  const number = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(number);
}
