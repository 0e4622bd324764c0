import type { ComponentChildren } from "preact";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { type Column, TableHead } from "../../parts/tables/table-head.tsx";
import { href } from "../../state/route.ts";

interface StoredResult {
  name: string;
  state: "running" | "complete" | "incomplete";
  missing: string | null;
  cost: string;
  last_at: string;
}

/** Lists stored results of one kind: name and state, then the columns of the kind, then cost and age. */
export function ResultTable<Row extends StoredResult>(props: {
  label: string;
  heading?: string;
  name: string;
  rows: readonly Row[];
  /** The page of a result, and what its link says. */
  link: (row: Row) => { path: string[]; words: string; below: ComponentChildren };
  columns: readonly Column[];
  cells: (row: Row) => ComponentChildren;
}) {
  const { label, heading, name, rows, link, columns, cells } = props;
  if (rows.length === 0) return null;
  return (
    <Scrolls card label={label}>
      {heading && <h2>{heading}</h2>}
      <table class="rows">
        <TableHead columns={[name, "state", ...columns, { number: "cost" }, "last stored"]} />
        <tbody>
          {rows.map((row) => {
            const { path, words, below } = link(row);
            return (
              <tr key={row.name}>
                <th scope="row">
                  <a href={href(path)}>{words}</a>
                  <div class="muted small">{below}</div>
                </th>
                <td>
                  <StateChip state={row.state} missing={row.missing} />
                </td>
                {cells(row)}
                <td class="number">{row.cost}</td>
                <td class="nowrap">
                  <time dateTime={row.last_at}>{row.last_at.slice(0, 16).replace("T", " ")}</time>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolls>
  );
}
