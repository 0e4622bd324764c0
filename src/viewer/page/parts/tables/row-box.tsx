import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { useVirtualRows } from "../../state/virtual-rows.ts";

/** As the style sheet has them. */
const SIZES = { rowHeight: 36, boxHeight: 432 };

/**
 * Rows in a box that scrolls, of which one may be chosen. What the chosen one is about belongs below the box: there it stays in its place whatever is
 * chosen next.
 *
 * @param chosen its position, which is brought into view; -1 for none
 */
export function RowBox<Row>(props: {
  label: string;
  rows: readonly Row[];
  chosen: number;
  children: (row: Row) => ComponentChildren;
}) {
  const { label, rows, chosen, children } = props;
  const { box, onScroll, first, last, before, after, show } = useVirtualRows<HTMLDivElement>(rows, SIZES);
  useLayoutEffect(() => {
    if (chosen !== -1) show(chosen);
  }, [chosen]);
  return (
    <div class="row-box" ref={box} onScroll={onScroll}>
      <ul aria-label={label} style={{ paddingTop: `${before}px`, paddingBottom: `${after}px` }}>
        {rows.slice(first, last).map((row, at) => (
          // Not all of them are in the page, so each says which it is.
          <li key={first + at} aria-posinset={first + at + 1} aria-setsize={rows.length}>
            {children(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}
