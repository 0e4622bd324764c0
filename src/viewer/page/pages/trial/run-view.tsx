import type { RunCard } from "../../../wire/index.ts";
import { LongText } from "../../parts/texts/long-text.tsx";

/** Shows a run without a verdict: request and answer. */
export function RunView({ run }: { run: RunCard }) {
  return (
    <section class="card packet" aria-labelledby="run-title">
      <h2 id="run-title">What happened</h2>
      <p class="muted">It was not judged. `assay run-eval` judges what is stored, and runs nothing twice.</p>
      {run.messages.map(({ role, content }, at) => (
        <div class="step task" key={at}>
          <div class="who">{role}</div>
          <div class="what">
            <LongText text={content} />
          </div>
        </div>
      ))}
      <div class="step answer">
        <div class="who">answer</div>
        <div class="what">
          {run.final_output === null ? (
            <span class="muted">The subject never answered.</span>
          ) : (
            <LongText text={run.final_output} />
          )}
        </div>
      </div>
    </section>
  );
}
