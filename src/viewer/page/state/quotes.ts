import { computed, signal } from "@preact/signals";
import type { PlacedReference } from "../../wire/index.ts";

/** Position in the list of evidence, and of the quote within the item: `12.0`. */
export type QuoteName = `${number}.${number}`;

/** Part of a packet's text with the quotes that cover it. */
export interface QuotedStretch {
  start: number;
  end: number;
  quotes: QuoteName[];
}

/** Highlighted quotes: one that was clicked, or all at a clicked place. */
export const litQuotes = signal<readonly QuoteName[]>([]);
export const litSet = computed(() => new Set(litQuotes.value));

/** Groups quotes by their path. */
export function quotesByPath({
  evidence,
}: {
  evidence: readonly { references: readonly Pick<PlacedReference, "at">[] }[];
}): Map<string, { name: QuoteName; at: NonNullable<PlacedReference["at"]> }[]> {
  const byPath = new Map<string, { name: QuoteName; at: NonNullable<PlacedReference["at"]> }[]>();
  evidence.forEach((item, number) => {
    item.references.forEach(({ at }, index) => {
      if (at) byPath.set(at.path, [...(byPath.get(at.path) ?? []), { name: `${number}.${index}`, at }]);
    });
  });
  return byPath;
}

/** Splits a text where quotes begin and end; pieces without quotes have an empty list. Quotes may overlap. */
export function stretchesOf(
  length: number,
  quotes: readonly { name: QuoteName; at: { start: number; end: number } }[],
): QuotedStretch[] {
  const edges = new Set([0, length]);
  for (const { at } of quotes) {
    edges.add(at.start);
    edges.add(at.end);
  }
  const sorted = [...edges].filter((edge) => edge >= 0 && edge <= length).sort((one, other) => one - other);
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1]!;
    return {
      start,
      end,
      quotes: quotes.filter(({ at }) => at.start <= start && at.end >= end).map(({ name }) => name),
    };
  });
}

/** Highlights quotes and scrolls to them, in the packet or in the verdicts. */
export function light(quotes: readonly QuoteName[], show: "packet" | "verdicts"): void {
  litQuotes.value = quotes;
  requestAnimationFrame(() => {
    const wanted = quotes.map((name) => `[data-${show === "packet" ? "quoted" : "quote"}~="${name}"]`).join(",");
    if (wanted === "") return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const found = document.querySelector(wanted);
    for (let fold = found?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    found?.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  });
}
