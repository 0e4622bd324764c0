import { formatCount } from "../../../../text/presentation/index.ts";
import type { BatchRow, RubricRow } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { href } from "../../state/route.ts";
import { LastStored } from "./last-stored.tsx";

/** Lists rubric judgings, newest first. */
export function Rubrics({ rows }: { rows: RubricRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Scrolls card label="Samples judged by a rubric">
      <h2>Samples judged by a rubric</h2>
      <table class="rows">
        <TableHead
          columns={[
            "name",
            "state",
            { number: "samples" },
            { number: "judgements" },
            "best",
            "score on its scale",
            { number: "cost" },
            "last stored",
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <a href={href(["rubric", row.name])}>{row.name}</a>
                <div class="muted small">{row.file}</div>
              </th>
              <td>
                <StateChip state={row.state} missing={row.missing} />
              </td>
              <td class="number">{formatCount(row.samples)}</td>
              <td class="number">{formatCount(row.judgements)}</td>
              <td>{row.best ? row.best.group : <span class="muted">no score</span>}</td>
              <td>{row.best && <IntervalBar score={row.best.score} scale={row.best.scale} digits={2} />}</td>
              <td class="number">{row.cost}</td>
              <LastStored at={row.last_at} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Lists experiments judged in batches, newest first. */
export function Batches({ rows }: { rows: BatchRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Scrolls card label="Experiments judged in batches">
      <h2>Experiments judged in batches</h2>
      <table class="rows">
        <TableHead
          columns={[
            "name",
            "state",
            { number: "sampled" },
            "scored field",
            "score on its scale",
            "decision",
            { number: "cost" },
            "last stored",
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <a href={href(["batch", row.name])}>{row.name}</a>
                <div class="muted small">{row.title}</div>
              </th>
              <td>
                <StateChip state={row.state} missing={row.missing} />
              </td>
              <td class="number">
                {formatCount(row.sampled)} of {formatCount(row.population)}
              </td>
              <td>{row.primary}</td>
              <td>
                {row.score ? (
                  <IntervalBar score={row.score.score} scale={row.score.scale} digits={2} />
                ) : (
                  <span class="muted">no score</span>
                )}
              </td>
              <td>
                {row.decision ? (
                  <>
                    {row.decision.word} <span class="muted">against {row.decision.against}</span>
                  </>
                ) : (
                  <span class="muted">nothing to compare it with</span>
                )}
              </td>
              <td class="number">{row.cost}</td>
              <LastStored at={row.last_at} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
