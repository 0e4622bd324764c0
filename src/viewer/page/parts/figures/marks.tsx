/** Passed, failed or neither: a shape and a colour, and a word for those who see neither. */
export function PassMark({ passed }: { passed: boolean | null }) {
  const [kind, sign, word] =
    passed === null
      ? (["open", "○", "undecided"] as const)
      : passed
        ? (["passed", "●", "passed"] as const)
        : (["failed", "✕", "failed"] as const);
  return (
    <span class={`mark ${kind}`} role="img" aria-label={word} title={word}>
      {sign}
    </span>
  );
}

/** How far a campaign is. */
export function StateChip({
  state,
  missing,
}: {
  state: "running" | "complete" | "incomplete";
  missing?: string | null;
}) {
  const sign = { running: "◔", complete: "●", incomplete: "○" }[state];
  return (
    <span class={`chip ${state}`} title={missing ?? undefined}>
      <span aria-hidden="true">{sign}</span> {state}
      {missing ? <span class="muted"> · {missing}</span> : null}
    </span>
  );
}

/** A step of the score's ramp, 0 to 10. */
export function rampStep(score: number): number {
  return Math.max(0, Math.min(10, Math.round(score)));
}
