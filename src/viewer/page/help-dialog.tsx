import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { activeKeys, type KeyAction, useKeys } from "./state/keys.ts";

const isOpen = signal(false);

export function openHelp(): void {
  isOpen.value = true;
}

const KEYS: KeyAction[] = [{ keys: ["?"], words: "this help", act: openHelp }];

/** Lists the keys of the current page. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys(KEYS);
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen.value]);
  return (
    <dialog ref={dialog} onClose={() => (isOpen.value = false)} aria-labelledby="help-title" class="help">
      <h2 id="help-title">Keys on this page</h2>
      <dl class="facts">
        {isOpen.value &&
          activeKeys().map(({ keys, words }) => (
            <div key={words}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{KEY_NAMES[key] ?? key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

const KEY_NAMES: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};
