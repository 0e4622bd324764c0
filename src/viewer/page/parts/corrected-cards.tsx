import { type CalibrationPage, type CampaignPage, type CorrectedCard, chunkName } from "../../wire/index.ts";
import { chunk } from "../state/chunks.ts";
import { href } from "../state/route.ts";
import { CorrectedFigures } from "./figures/corrected-figures.tsx";
import { Lines } from "./lines.tsx";

/** Shows a campaign's figures as corrected by labels; nothing without labels. */
export function CorrectedCards({ page }: { page: CampaignPage }) {
  const found = useCalibration(page);
  if (!found) return null;
  return (
    <>
      {found.questions.map(({ corrected: { question, figures, lines } }) => (
        <section class="card" key={question} aria-label={`Corrected by human labels (${question})`}>
          <div class="card-head">
            <h2>Corrected by human labels ({question})</h2>
            <a href={href(["campaign", ...page.name.split("/"), "calibration"])}>Can the judges be trusted?</a>
          </div>
          <CorrectedBody {...{ question, figures, lines }} />
        </section>
      ))}
    </>
  );
}

/** Shows the main result or why there is none, then figures and details. */
export function CorrectedBody({ question, figures, lines: [first, ...rest] }: CorrectedCard) {
  return (
    <>
      <p class="lead">{first}</p>
      <CorrectedFigures figures={figures} label={`Corrected figures (${question})`} />
      <Lines lines={rest} />
    </>
  );
}

/** Shows the corrected difference of two subjects, or why there is none. */
export function CorrectedPair({ page, pair }: { page: CampaignPage; pair: [string, string] }) {
  const found = useCalibration(page);
  if (!found) return null;
  const own = found.questions.map(({ corrected }) => ({
    ...corrected,
    figures: corrected.figures.filter(
      ({ subjects }) => subjects.length === 2 && subjects.every((id) => pair.includes(id)),
    ),
  }));
  return (
    <>
      {own.map(({ question, figures, lines }) => (
        <section class="card" key={question} aria-label={`Corrected by human labels (${question})`}>
          <h2>Corrected by human labels ({question})</h2>
          <CorrectedFigures figures={figures} label={`Corrected difference (${question})`} />
          {figures.length === 0 && <Lines lines={lines} />}
        </section>
      ))}
    </>
  );
}

/** Loads only for campaigns with labels. */
function useCalibration(page: CampaignPage): CalibrationPage | null {
  if (page.labels.length === 0) return null;
  const loading = chunk<CalibrationPage>(chunkName("calibration", page.name)).value;
  return loading.state === "there" ? loading.value : null;
}
