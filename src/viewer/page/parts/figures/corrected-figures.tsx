import type { CorrectedFigure } from "../../../wire/index.ts";
import { Scrolls } from "../tables/scrolls.tsx";
import { TableHead } from "../tables/table-head.tsx";

/** Shows corrected figures beside the judge's, each with its interval; nothing without corrections. */
export function CorrectedFigures({ figures, label }: { figures: CorrectedFigure[]; label: string }) {
  if (figures.length === 0) return null;
  return (
    <Scrolls label={label}>
      <table class="rows corrected">
        <TableHead
          columns={[
            "figure",
            { number: "judge alone" },
            { number: "corrected" },
            "○ judge alone, ● corrected",
            "95 % interval",
            "labels alone",
            { number: "labels" },
            { number: "λ" },
          ]}
        />
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.name}>
              <th scope="row">{figure.name}</th>
              <td class="number muted">{figure.words.judge_alone}</td>
              <td class="number">
                <b>{figure.words.corrected}</b>
              </td>
              <td class="corrected-bar">
                <CorrectedBar figure={figure} />
              </td>
              <td>{figure.words.interval}</td>
              <td class="muted">{figure.words.labels_alone}</td>
              <td class="number muted">{figure.words.labels}</td>
              <td class="number muted">{figure.words.lambda}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Draws the corrected figure with its interval on top, the labels' alone below it, thinner, and the judge's alone hollow. */
function CorrectedBar({ figure: { axis, judge_alone, corrected, labels_alone } }: { figure: CorrectedFigure }) {
  const x = (value: number) => 2 + ((value - axis.low) / (axis.high - axis.low)) * 96;
  return (
    <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <line class="axis" x1="0" x2="100" y1="8" y2="8" />
      {axis.low < 0 && <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2="20" />}
      {labels_alone.low !== null && labels_alone.high !== null && (
        <line class="range alone" x1={x(labels_alone.low)} x2={x(labels_alone.high)} y1="16" y2="16" />
      )}
      {corrected.low !== null && corrected.high !== null && (
        <line
          class={corrected.rough ? "range rough" : "range"}
          x1={x(corrected.low)}
          x2={x(corrected.high)}
          y1="8"
          y2="8"
        />
      )}
      <line class="dot ring" x1={x(judge_alone)} x2={x(judge_alone)} y1="8" y2="8" />
      <line class="dot hole" x1={x(judge_alone)} x2={x(judge_alone)} y1="8" y2="8" />
      <line class="dot" x1={x(corrected.value)} x2={x(corrected.value)} y1="8" y2="8" />
    </svg>
  );
}
