import { type CalibratedQuestion, type CalibrationPage, chunkName, type FarApart } from "../../../wire/index.ts";
import { CorrectedBody } from "../../parts/corrected-cards.tsx";
import { SectionCard } from "../../parts/report-section.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys } from "../../state/list-keys.ts";
import { goTo, href } from "../../state/route.ts";
import { Curve } from "./curve.tsx";

export function CalibrationView({ campaign }: { campaign: string }) {
  return (
    <Waiting
      loading={chunk<CalibrationPage>(chunkName("calibration", campaign)).value}
      missing={`Nobody has labelled any trial of ${campaign}. \`assay label plan\` draws what to label, and \`assay label\` asks for it.`}
    >
      {(page) => <Calibrated page={page} />}
    </Waiting>
  );
}

/** Compares labels with verdicts, and shows the figures corrected by them. */
function Calibrated({ page }: { page: CalibrationPage }) {
  const path = ["campaign", ...page.name.split("/")];
  useKeys([
    ...listKeys(".far-apart a", "trial on which judges and people are far apart"),
    { keys: ["Escape", "u"], words: "back to the campaign", act: () => goTo(href(path)) },
  ]);
  return (
    <>
      <div class="title">
        <h1>Can these judges be trusted?</h1>
        <p class="muted">{page.head.join(" ")}</p>
      </div>
      {page.questions.map((own) => (
        <Question own={own} key={own.question} />
      ))}
      {page.preferences.map((section) => (
        <SectionCard section={section} key={section.title} />
      ))}
    </>
  );
}

function Question({ own: { question, trust, parts, corrected, curve, disagreements } }: { own: CalibratedQuestion }) {
  return (
    <>
      <section class="card" aria-label={`Corrected by human labels (${question})`}>
        <h2>Corrected by human labels ({question})</h2>
        <CorrectedBody {...corrected} />
      </section>
      <div class="grid">
        <section class="card" aria-label={`Calibration curve (${question})`}>
          <h2>What people say, by what judges say ({question})</h2>
          <Curve curve={curve} question={question} />
        </section>
        <section class="card" aria-label={`Furthest apart (${question})`}>
          <h2>Furthest apart ({question})</h2>
          <FurthestApart rows={disagreements} question={question} />
        </section>
        <SectionCard section={trust} />
        <SectionCard section={parts} />
      </div>
    </>
  );
}

function FurthestApart({ rows, question }: { rows: FarApart[]; question: string }) {
  if (rows.length === 0) return <p class="muted">Judges and people agree on every labelled trial.</p>;
  return (
    <Scrolls label={`Trials on which judges and people are furthest apart (${question})`}>
      <table class="rows far-apart">
        <TableHead columns={["trial", { number: "judges" }, { number: "people" }, "what people said"]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.trial}>
              <th scope="row">
                <a href={row.href}>{row.trial}</a>
                {row.others > 0 && <div class="muted small">and {row.others} more with the same words</div>}
              </th>
              <td class="number">{row.judge}</td>
              <td class="number">{row.label}</td>
              <td>
                {row.said.map(({ annotator, value, quote, note }) => (
                  <div key={annotator}>
                    {annotator} {value}
                    {quote !== null && <q>{quote}</q>}
                    {note !== null && <span class="muted"> {note}</span>}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
