import { useLayoutEffect } from "preact/hooks";

/** What a key does on this page; the words are for the help. */
export interface KeyAction {
  keys: string[];
  words: string;
  act: (key: string) => void;
}

const active = new Set<readonly KeyAction[]>();

/** The keys that work at the moment, for the help. */
export function activeKeys(): KeyAction[] {
  return [...active].flat();
}

/**
 * Lets keys work as long as the page is shown. While somebody types, letters are letters.
 * They change together with what is drawn: later, a key pressed at once would act on what was shown before.
 */
export function useKeys(actions: readonly KeyAction[]): void {
  useLayoutEffect(() => {
    active.add(actions);
    return () => void active.delete(actions);
  });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A dialog has its own keys, and Escape closes it.
  if (document.querySelector("dialog[open]")) return;
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, textarea, select");
  if (isTyping) {
    if (event.key === "Escape") target.blur();
    return;
  }
  // Whoever has gone to a button by keyboard presses it with these.
  if ((event.key === " " || event.key === "Enter") && target.matches("button, a, summary")) return;
  const action = activeKeys().findLast(({ keys }) => keys.includes(event.key));
  if (!action) return;
  event.preventDefault();
  action.act(event.key);
});
