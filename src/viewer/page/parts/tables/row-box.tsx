import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { useVirtualRows } from "../../state/virtual-rows.ts";

/** As in the style sheet. */
const SIZES = { rowHeight: 36, boxHeight: 432 };

/**
 * Scrolling list of rows with at most one chosen. Details belong below the box, where they stay in place when another row is chosen.
 *
 * @param chosen position to scroll to; -1 for none
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
          // Only visible rows are rendered, so each states its position.
          <li key={first + at} aria-posinset={first + at + 1} aria-setsize={rows.length}>
            {children(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}
