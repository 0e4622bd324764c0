import type { KeyAction } from "./keys.ts";

/** Focuses the filter of the page's list. */
export const SEARCH_KEY: KeyAction = {
  keys: ["/"],
  words: "search",
  act: () => document.getElementById("filter-text")?.focus(),
};

/** Moves through a page's list with `j` and `k` from anywhere; Enter opens an entry. */
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
