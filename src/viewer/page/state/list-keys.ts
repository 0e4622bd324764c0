import type { KeyAction } from "./keys.ts";

/** Goes to the field that filters what the page lists. */
export const SEARCH_KEY: KeyAction = {
  keys: ["/"],
  words: "search",
  act: () => document.getElementById("filter-text")?.focus(),
};

/** `j` and `k` go through what a page lists, from wherever the reader is; Enter opens it. */
export function listKeys(selector: string, what: string): KeyAction[] {
  return [
    { keys: ["j"], words: `next ${what}`, act: () => moveFocus(selector, 1) },
    { keys: ["k"], words: `${what} before`, act: () => moveFocus(selector, -1) },
  ];
}

function moveFocus(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? all[0] : all[at + by];
  next?.focus();
}
