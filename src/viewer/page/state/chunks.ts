import { type Signal, signal } from "@preact/signals";
import { chunkName, type PartList, readTrialChunkName } from "../../wire/index.ts";

/** State of a chunk: loading, loaded, or missing. */
export type Loading<Value> = { state: "waiting" } | { state: "there"; value: Value } | { state: "missing" };

/** True for a server that composes chunks on request; false for files written before. */
export const isLive = document.documentElement.hasAttribute("data-live");

const chunks = new Map<string, Signal<Loading<unknown>>>();
/** Part of every chunk's URL, so that a changed store is read again. */
let version = "";

/**
 * Returns a chunk, loading it on first use. Scripts carry the data, since a page from file:// can load nothing else; in a single file it is
 * embedded as JSON.
 */
export function chunk<Value>(name: string): Signal<Loading<Value>> {
  const known = chunks.get(name);
  if (known) return known as Signal<Loading<Value>>;
  const loading = signal<Loading<unknown>>({ state: "waiting" });
  chunks.set(name, loading);
  load(name);
  return loading as Signal<Loading<Value>>;
}

/** Returns whether a chunk is loaded, without requesting it. */
export function isThere(name: string): boolean {
  return chunks.get(name)?.value.state === "there";
}

/** Called by a chunk's script. */
export function receive(name: string, value: unknown): void {
  const loading = chunks.get(name) ?? signal<Loading<unknown>>({ state: "waiting" });
  chunks.set(name, loading);
  loading.value = value === null ? { state: "missing" } : { state: "there", value };
}

/** Reloads visible chunks and forgets the others. The old content stays visible meanwhile. */
export function reloadAll(newVersion: string, isShown: (name: string) => boolean): void {
  if (version === newVersion) return;
  const isFirst = version === "";
  version = newVersion;
  if (isFirst) return;
  for (const name of [...chunks.keys()])
    if (isShown(name)) load(name);
    else chunks.delete(name);
}

function load(name: string): void {
  const inside = document.querySelector(`script[data-chunk="${name}"]`);
  if (inside) {
    receive(name, JSON.parse(inside.textContent ?? "null"));
    return;
  }
  // A single file has no other files.
  if (document.documentElement.hasAttribute("data-start")) {
    receive(name, null);
    return;
  }
  if (isLive || readTrialChunkName(name) === null) loadFile(name, name);
  else findPart(name, (part) => loadFile(part, name));
}

/** Loads a file, and marks the chunk as missing if the file did not contain it. */
function loadFile(file: string, name: string): void {
  const script = document.createElement("script");
  script.src = `data/${file}.js${version === "" ? "" : `?${version}`}`;
  const end = () => {
    script.remove();
    if (chunks.get(name)?.peek().state === "waiting") receive(name, null);
  };
  script.onload = end;
  script.onerror = () => {
    receive(name, null);
    end();
  };
  document.head.append(script);
}

/** Finds the file of a chunk in an exported folder, where trials share files. */
function findPart(name: string, found: (file: string) => void): void {
  const list = chunk<PartList>(chunkName("parts"));
  const { trial } = readTrialChunkName(name)!;
  const stop = list.subscribe((loading) => {
    if (loading.state === "waiting") return;
    const part = loading.state === "there" ? loading.value.parts.findIndex((trials) => trials.includes(trial)) : -1;
    // The callback runs before `stop` is assigned.
    queueMicrotask(() => stop());
    found(part === -1 ? name : `part-${part}`);
  });
}
