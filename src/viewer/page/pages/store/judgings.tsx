import type { JudgingCell, JudgingList } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { ResultTable } from "./result-table.tsx";

/** Lists what one protocol judged under names, newest first. */
export function Judgings({ list: { protocol, title, columns, rows } }: { list: JudgingList }) {
  return (
    <ResultTable
      label={title}
      heading={title}
      name="name"
      rows={rows}
      link={({ name, note }) => ({ path: [protocol, name], words: name, below: note })}
      columns={columns}
      cells={({ cells }) =>
        cells.map((cell, at) => (
          <td key={at} class={typeof columns[at] === "string" ? undefined : "number"}>
            <Cell cell={cell} />
          </td>
        ))
      }
    />
  );
}

function Cell({ cell }: { cell: JudgingCell }) {
  if ("score" in cell) return <IntervalBar score={cell.score} scale={cell.scale} digits={2} />;
  if ("none" in cell) return cell.none === "" ? null : <span class="muted">{cell.none}</span>;
  return (
    <>
      {cell.text} {cell.more && <span class="muted">{cell.more}</span>}
    </>
  );
}
