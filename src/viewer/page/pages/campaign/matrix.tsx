import { useMemo, useState } from "preact/hooks";
import { formatRounded } from "../../../../text/presentation/index.ts";
import type { MatrixTable } from "../../../wire/index.ts";
import { cellClass } from "../../parts/figures/marks.tsx";
import { href, route, setQuery } from "../../state/route.ts";
import { type MatrixRow, matrixRows, ORDERS, type RowOrder } from "../../state/trials/matrix-rows.ts";
import { useVirtualRows } from "../../state/virtual-rows.ts";

/** As in the style sheet. */
const SIZES = { rowHeight: 32, boxHeight: 640 };

/** Shows cases by subjects, with one mark per repetition. */
export function Matrix({ page, shown, count }: { page: MatrixTable; shown: Uint8Array; count: number }) {
  const order = (route.value.query.get("sort") ?? "case") as RowOrder;
  const rows = useMemo(() => matrixRows(page, shown, order in ORDERS ? order : "case"), [page, shown, order]);
  const { box, onScroll, first, last, before, after, show } = useVirtualRows<HTMLElement>(rows, SIZES);
  const [focus, setFocus] = useState<number | null>(null);
  const focused = focus ?? rows[0]?.cells.flat()[0] ?? null;

  /** Focuses another trial, after scrolling to its row, which may not be rendered yet. */
  function move(to: number | undefined, row: number): void {
    if (to === undefined) return;
    setFocus(to);
    show(row);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById(`trial-${to}`)?.focus({ preventScroll: true })),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = Number((event.target as HTMLElement).id.replace("trial-", ""));
    const row = rows.findIndex(({ case: own }) => own === page.trials.case[at]);
    if (row === -1) return;
    const line = rows[row]!.cells.flat();
    const column = line.indexOf(at);
    const steps: Record<string, () => void> = {
      ArrowLeft: () => move(line[column - 1], row),
      ArrowRight: () => move(line[column + 1], row),
      ArrowUp: () => move(nearest(rows[row - 1], column), row - 1),
      ArrowDown: () => move(nearest(rows[row + 1], column), row + 1),
      Home: () => move(nearest(rows[0], column), 0),
      End: () => move(nearest(rows.at(-1), column), rows.length - 1),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  }

  if (rows.length === 0)
    return <p class="empty">{count === 0 ? "No trial matches. Clear the filter to see all of them." : ""}</p>;
  return (
    <>
      <label class="sort">
        <span>order</span>
        <select
          value={order}
          onChange={({ currentTarget }) =>
            setQuery({ sort: currentTarget.value === "case" ? null : currentTarget.value })
          }
        >
          {Object.entries(ORDERS).map(([value, words]) => (
            <option value={value} key={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <section
        class="matrix"
        ref={box}
        aria-label="Scores by case and subject; arrow keys move"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">case</th>
              {page.subjects.map(({ model_id, label }) => (
                <th scope="col" key={model_id} title={model_id}>
                  {label.replace(/ \(offline\)/, "")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr class="spacer" style={{ height: `${before}px` }} />}
            {rows.slice(first, last).map((row, at) => (
              <Row key={row.case} {...{ page, row, shown, focused }} number={first + at + 2} />
            ))}
            <tr class="spacer" style={{ height: `${after}px` }} />
          </tbody>
        </table>
      </section>
      <p class="muted small legend">
        One mark per run, shaded by its score. Underlined: failed. With a corner: something to look at. ○: no score.
      </p>
    </>
  );
}

function nearest(row: MatrixRow | undefined, column: number): number | undefined {
  const line = row?.cells.flat() ?? [];
  return line[Math.min(column, line.length - 1)];
}

function Row(props: { page: MatrixTable; row: MatrixRow; shown: Uint8Array; focused: number | null; number: number }) {
  const { page, row, shown, focused, number } = props;
  return (
    <tr aria-rowindex={number}>
      <th scope="row" title={page.case_titles[row.case]}>
        {page.case_ids[row.case]}
      </th>
      {row.cells.map((cell, subject) => (
        <td key={page.subjects[subject]!.model_id}>
          <span class="cells">
            {cell.map((at) => (
              <Cell key={at} {...{ page, at }} dimmed={shown[at] === 0} focused={at === focused} />
            ))}
          </span>
        </td>
      ))}
    </tr>
  );
}

function Cell({ page, at, dimmed, focused }: { page: MatrixTable; at: number; dimmed: boolean; focused: boolean }) {
  const { trials, subjects, case_ids } = page;
  const subject = subjects[trials.subject[at]!]!;
  const caseId = case_ids[trials.case[at]!]!;
  const [score, passed, repetition] = [trials.score[at]!, trials.passed[at]!, trials.repetition[at]!];
  const state = trials.state[at]!;
  const outcome = passed === null ? "" : passed ? ", passed" : ", failed";
  const words = score === null ? state.replaceAll("_", " ") : `score ${formatRounded(score)}`;
  const flagged = trials.flags[at]! !== 0;
  const { query } = route.value;
  return (
    <a
      id={`trial-${at}`}
      tabIndex={focused ? 0 : -1}
      class={`${cellClass(score)}${dimmed ? " dimmed" : ""}${passed === false ? " failed" : ""}${flagged ? " flagged" : ""}`}
      href={href(["campaign", ...page.name.split("/"), "trial", subject.model_id, caseId, repetition], query)}
      aria-label={`${caseId}, ${subject.label}, run ${repetition}: ${words}${outcome}`}
      title={`${words}${outcome}`}
    >
      {score === null
        ? state === "checked"
          ? passed
            ? "●"
            : passed === false
              ? "✕"
              : "○"
          : "○"
        : formatRounded(Math.round(score * 10) / 10)}
    </a>
  );
}
