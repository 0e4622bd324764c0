import { type Signal, signal } from "@preact/signals";

/** A chunk on its way: waiting, there, or known to be missing. */
export type Loading<Value> = { state: "waiting" } | { state: "there"; value: Value } | { state: "missing" };

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
  const script = document.createElement("script");
  script.src = `data/${name}.js${version === "" ? "" : `?${version}`}`;
  script.onload = () => script.remove();
  script.onerror = () => {
    script.remove();
    receive(name, null);
  };
  document.head.append(script);
}
