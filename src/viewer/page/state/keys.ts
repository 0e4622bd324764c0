import { useLayoutEffect } from "preact/hooks";

/** Keys with their action, and a description for the help. */
export interface KeyAction {
  keys: string[];
  words: string;
  act: (key: string) => void;
}

const active = new Set<readonly KeyAction[]>();

/** Currently working keys, for the help. */
export function activeKeys(): KeyAction[] {
  return [...active].flat();
}

/**
 * Enables keys while the page is shown, except while typing. They change in the same step as the screen, so that a quick key press applies
 * to what is visible.
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
  // These keys press a focused button.
  if ((event.key === " " || event.key === "Enter") && target.matches("button, a, summary")) return;
  const action = activeKeys().findLast(({ keys }) => keys.includes(event.key));
  if (!action) return;
  event.preventDefault();
  action.act(event.key);
});
