import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows beyond the edge that are drawn as well, so that nothing flickers. */
const MARGIN = 12;

/** Rows of one height in a box that scrolls. */
export interface VirtualRows<Box extends HTMLElement> {
  box: RefObject<Box | null>;
  onScroll: () => void;
  /** Those that are drawn: from `first` up to `last`, which is not one of them. */
  first: number;
  last: number;
  /** Pixels that stand for the rows which are not drawn. */
  before: number;
  after: number;
  /** Brings a row into view, and draws it. */
  show: (row: number) => void;
}

const print = matchMedia("print");
const isPrinting = signal(print.matches);
print.addEventListener("change", ({ matches }) => (isPrinting.value = matches));

/** Draws what is on the screen, so that ten thousand rows feel like ten. On paper nothing scrolls, and all of them are drawn. */
export function useVirtualRows<Box extends HTMLElement>(
  rows: readonly unknown[],
  { rowHeight, boxHeight }: { rowHeight: number; boxHeight: number },
): VirtualRows<Box> {
  const box = useRef<Box>(null);
  const [top, setTop] = useState(0);
  // A filter that nothing passes takes the box away, and the next one comes back at its top; no scrolling tells of that.
  useLayoutEffect(() => setTop(box.current?.scrollTop ?? 0), [rows]);
  const all = isPrinting.value;
  const first = all ? 0 : Math.min(rows.length, Math.max(0, Math.floor(top / rowHeight) - MARGIN));
  const last = all ? rows.length : Math.min(rows.length, first + Math.ceil(boxHeight / rowHeight) + 2 * MARGIN);
  return {
    box,
    onScroll: () => setTop(box.current?.scrollTop ?? 0),
    ...{ first, last, before: first * rowHeight, after: (rows.length - last) * rowHeight },
    show(row) {
      if (!box.current) return;
      const y = row * rowHeight;
      const { scrollTop, clientHeight } = box.current;
      // Two rows more than the one that is wanted: a head may lie over the first.
      if (y < scrollTop || y > scrollTop + clientHeight - 3 * rowHeight)
        box.current.scrollTop = Math.max(0, y - clientHeight / 2);
      // Not when the scrolling is told of: rows of the place before could be drawn meanwhile, and the box end up somewhere between.
      setTop(box.current.scrollTop);
    },
  };
}
