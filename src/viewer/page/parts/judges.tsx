import { formatCount } from "../../../presentation/index.ts";
import type { CampaignPage } from "../../wire/index.ts";
import { href } from "../state/route.ts";
import { Scrolls } from "./scrolls.tsx";

/** Who judged, and how far each of them can be trusted. */
export function Judges({ page }: { page: CampaignPage }) {
  if (page.judges.length === 0) return null;
  const path = ["campaign", ...page.name.split("/")];
  return (
    <Scrolls card label="Judges, one by one">
      <h2>Judges</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">judge</th>
            <th scope="col" class="number">
              calls
            </th>
            <th scope="col" class="number">
              mean score
            </th>
            <th scope="col" class="number">
              above the panel
            </th>
            <th scope="col">its repetitions agree</th>
            <th scope="col" class="number">
              broken answers
            </th>
            <th scope="col" class="number">
              quotes found
            </th>
            <th scope="col" class="number">
              cost
            </th>
          </tr>
        </thead>
        <tbody>
          {page.judges.map((judge) => (
            <tr key={judge.letter}>
              <th scope="row">
                <b>{judge.letter}</b> {judge.judge_run_id}
                <div class="muted small">
                  {judge.model}
                  {judge.offline ? " (a program, not an LLM)" : ""}
                </div>
              </th>
              <td class="number">{formatCount(judge.calls)}</td>
              <td class="number">{judge.mean}</td>
              <td class="number">{judge.offset}</td>
              <td>{judge.agreement}</td>
              <td class="number">
                {judge.broken === 0 ? "0" : <a href={href(path, { flag: "broken_answer" })}>{judge.broken}</a>}
              </td>
              <td class="number">
                <a href={href(path, { flag: "unfounded" })}>{judge.grounded}</a>
              </td>
              <td class="number">{judge.cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
