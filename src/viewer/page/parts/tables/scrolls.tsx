import type { ComponentChildren } from "preact";

/** Wraps wide content to scroll by itself, also by keyboard. */
export function Scrolls({ label, children, card }: { label: string; children: ComponentChildren; card?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class={card ? "card scrolls" : "scrolls"} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
