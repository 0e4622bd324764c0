import { formatSigned } from "../../../../text/presentation/index.ts";
import type { BatchDecision, BatchPage } from "../../../wire/index.ts";
import { DifferenceBar, reachOf } from "../../parts/figures/difference-bar.tsx";
import { Lines } from "../../parts/lines.tsx";
import { href } from "../../state/route.ts";

/** Shows the decision on an experiment against each comparable one. */
export function BatchDecisions({ page }: { page: BatchPage }) {
  const { decisions, not_compared } = page;
  const reach = reachOf(decisions.map(({ improvement, low, high }) => ({ difference: improvement, low, high })));
  return (
    <section class="card verdict" aria-labelledby="decision-title">
      <h2 id="decision-title" class="overline">
        Decision
      </h2>
      {decisions.length === 0 && <p class="lead">No other experiment was measured the same way.</p>}
      {decisions.map((decision) => (
        <Decision key={`${decision.base}/${decision.candidate}`} {...{ decision, page, reach }} />
      ))}
      {not_compared.map(({ name, reasons }) => (
        <p class="muted" key={name}>
          Not compared with <a href={href(["batch", name])}>{name}</a>: {reasons.join("; ")}.
        </p>
      ))}
    </section>
  );
}

function Decision({ decision: own, page, reach }: { decision: BatchDecision; page: BatchPage; reach: number }) {
  const other = own.base === page.name ? own.candidate : own.base;
  const sign = { keep: "●", revert: "✕", inconclusive: "○" }[own.decision];
  const kind = { keep: "passed", revert: "failed", inconclusive: "open" }[own.decision];
  return (
    <div class="decision">
      <p class="lead">
        <span class={`mark ${kind}`} aria-hidden="true">
          {sign}
        </span>{" "}
        <b>{own.decision}</b> {own.candidate === page.name ? "it" : own.candidate}, against{" "}
        {own.base === page.name ? "this" : <a href={href(["batch", other])}>{own.base}</a>}: {own.reason}.
      </p>
      <div class="decision-bar">
        <DifferenceBar difference={own.improvement} low={own.low} high={own.high} reach={reach} minimum={own.minimum} />
        <span class="number">{formatSigned(own.improvement, 2)}</span>
      </div>
      <Lines quiet lines={own.lines} />
      {own.base === page.name && (
        <p class="muted">
          <a href={href(["batch", other])}>{other}</a> is the later one; its page says the same.
        </p>
      )}
    </div>
  );
}
