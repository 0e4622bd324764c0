import { useEffect } from "preact/hooks";

/** What a key does on this page; the words are for the help. */
export interface KeyAction {
  keys: string[];
  words: string;
  act: () => void;
}

const active = new Set<readonly KeyAction[]>();

/** The keys that work at the moment, for the help. */
export function activeKeys(): KeyAction[] {
  return [...active].flat();
}

/** Lets keys work as long as the page is shown. While somebody types, letters are letters. */
export function useKeys(actions: readonly KeyAction[]): void {
  useEffect(() => {
    active.add(actions);
    return () => void active.delete(actions);
  });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, textarea, select");
  if (isTyping) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const action = activeKeys().findLast(({ keys }) => keys.includes(event.key));
  if (!action) return;
  event.preventDefault();
  action.act();
});
