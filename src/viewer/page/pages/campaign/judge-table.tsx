import { formatCount } from "../../../../text/presentation/index.ts";
import type { CampaignPage } from "../../../wire/index.ts";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { href } from "../../state/route.ts";

/** Lists the judges and how far each can be trusted. */
export function Judges({ page }: { page: CampaignPage }) {
  if (page.judges.length === 0) return null;
  const path = ["campaign", ...page.name.split("/")];
  return (
    <Scrolls card label="Judges, one by one">
      <div class="card-head">
        <h2>Judges</h2>
        <a href={href([...path, "judges"])}>How far each can be trusted</a>
      </div>
      <table class="rows">
        <TableHead
          columns={[
            "judge",
            { number: "calls" },
            { number: "mean score" },
            { number: "above the panel" },
            "its repetitions agree",
            { number: "broken answers" },
            { number: "quotes found" },
            { number: "cost" },
          ]}
        />
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
                {judge.broken === 0 ? (
                  "0"
                ) : (
                  <a href={href(path, { said: `${judge.letter}.broken_answer` })}>{judge.broken}</a>
                )}
              </td>
              <td class="number">
                <a href={href(path, { said: `${judge.letter}.unfounded` })}>{judge.grounded}</a>
              </td>
              <td class="number">{judge.cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
