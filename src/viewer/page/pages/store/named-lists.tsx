import { formatCount } from "../../../../text/presentation/index.ts";
import type { BatchRow, RubricRow } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { ResultTable } from "./result-table.tsx";

const RUBRICS = "Samples judged by a rubric";

/** Lists rubric judgings, newest first. */
export function Rubrics({ rows }: { rows: RubricRow[] }) {
  return (
    <ResultTable
      label={RUBRICS}
      heading={RUBRICS}
      name="name"
      rows={rows}
      link={({ name, file }) => ({ path: ["rubric", name], words: name, below: file })}
      columns={[{ number: "samples" }, { number: "judgements" }, "best", "score on its scale"]}
      cells={({ samples, judgements, best }) => (
        <>
          <td class="number">{formatCount(samples)}</td>
          <td class="number">{formatCount(judgements)}</td>
          <td>{best ? best.group : <span class="muted">no score</span>}</td>
          <td>{best && <IntervalBar score={best.score} scale={best.scale} digits={2} />}</td>
        </>
      )}
    />
  );
}

const BATCHES = "Experiments judged in batches";

/** Lists experiments judged in batches, newest first. */
export function Batches({ rows }: { rows: BatchRow[] }) {
  return (
    <ResultTable
      label={BATCHES}
      heading={BATCHES}
      name="name"
      rows={rows}
      link={({ name, title }) => ({ path: ["batch", name], words: name, below: title })}
      columns={[{ number: "sampled" }, "scored field", "score on its scale", "decision"]}
      cells={({ sampled, population, primary, score, decision }) => (
        <>
          <td class="number">
            {formatCount(sampled)} of {formatCount(population)}
          </td>
          <td>{primary}</td>
          <td>
            {score ? (
              <IntervalBar score={score.score} scale={score.scale} digits={2} />
            ) : (
              <span class="muted">no score</span>
            )}
          </td>
          <td>
            {decision ? (
              <>
                {decision.word} <span class="muted">against {decision.against}</span>
              </>
            ) : (
              <span class="muted">nothing to compare it with</span>
            )}
          </td>
        </>
      )}
    />
  );
}
