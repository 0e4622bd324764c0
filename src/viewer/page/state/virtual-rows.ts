import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows rendered beyond the edge, to avoid flicker. */
const MARGIN = 12;

/** Rows of equal height in a scrolling box. */
export interface VirtualRows<Box extends HTMLElement> {
  box: RefObject<Box | null>;
  onScroll: () => void;
  /** Rendered range, excluding `last`. */
  first: number;
  last: number;
  /** Height of rows that are not rendered, in pixels. */
  before: number;
  after: number;
  /** Scrolls to a row and renders it. */
  show: (row: number) => void;
}

const print = matchMedia("print");
const isPrinting = signal(print.matches);
print.addEventListener("change", ({ matches }) => (isPrinting.value = matches));

/** Renders only visible rows, so that ten thousand feel like ten. Printing renders all. */
export function useVirtualRows<Box extends HTMLElement>(
  rows: readonly unknown[],
  { rowHeight, boxHeight }: { rowHeight: number; boxHeight: number },
): VirtualRows<Box> {
  const box = useRef<Box>(null);
  const [top, setTop] = useState(0);
  // A filter without matches removes the box, and its successor starts at the top without a scroll event.
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
      // Keep two rows of distance: a header may cover the first.
      if (y < scrollTop || y > scrollTop + clientHeight - 3 * rowHeight)
        box.current.scrollTop = Math.max(0, y - clientHeight / 2);
      // Set it at once: before the scroll event, rows at the old position could be rendered and shift the box.
      setTop(box.current.scrollTop);
    },
  };
}
