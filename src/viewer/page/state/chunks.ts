import { type Signal, signal } from "@preact/signals";
import { chunkName, type PartList, readTrialChunkName } from "../../wire/index.ts";

/** A chunk on its way: waiting, there, or known to be missing. */
export type Loading<Value> = { state: "waiting" } | { state: "there"; value: Value } | { state: "missing" };

/** A server composes what is asked for; everything else is a file that was written before. */
export const isLive = document.documentElement.hasAttribute("data-live");

const chunks = new Map<string, Signal<Loading<unknown>>>();
/** Behind the address of every chunk, so that a store that has changed is asked again. */
let version = "";

/**
 * A chunk by its name, loaded when it is first asked for. It comes as a script, because that is all a page from file:// may load; in a single file
 * it lies in the page as JSON.
 */
export function chunk<Value>(name: string): Signal<Loading<Value>> {
  const known = chunks.get(name);
  if (known) return known as Signal<Loading<Value>>;
  const loading = signal<Loading<unknown>>({ state: "waiting" });
  chunks.set(name, loading);
  load(name);
  return loading as Signal<Loading<Value>>;
}

/** Whether a chunk is there, without asking for it. */
export function isThere(name: string): boolean {
  return chunks.get(name)?.value.state === "there";
}

/** What a chunk's script calls. */
export function receive(name: string, value: unknown): void {
  const loading = chunks.get(name) ?? signal<Loading<unknown>>({ state: "waiting" });
  chunks.set(name, loading);
  loading.value = value === null ? { state: "missing" } : { state: "there", value };
}

/** Asks again for what is on the screen, and forgets the rest. What is shown stays until the new one is there. */
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
  // A single file has nothing beside it.
  if (document.documentElement.hasAttribute("data-start")) {
    receive(name, null);
    return;
  }
  if (isLive || readTrialChunkName(name) === null) loadFile(name, name);
  else findPart(name, (part) => loadFile(part, name));
}

/** Loads a file, and says that a chunk is missing when the file did not bring it. */
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

/** In an exported folder many trials share a file; a list says which. */
function findPart(name: string, found: (file: string) => void): void {
  const list = chunk<PartList>(chunkName("parts"));
  const { trial } = readTrialChunkName(name)!;
  const stop = list.subscribe((loading) => {
    if (loading.state === "waiting") return;
    const part = loading.state === "there" ? loading.value.parts.findIndex((trials) => trials.includes(trial)) : -1;
    // The subscription calls before it is there to be ended.
    queueMicrotask(() => stop());
    found(part === -1 ? name : `part-${part}`);
  });
}
