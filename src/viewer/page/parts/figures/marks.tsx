/** Shows passed, failed or neither as shape, colour and text for screen readers. */
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

/** Colours a score by its place on its scale. */
export function cellClass(score: number | null, { low, high } = { low: 0, high: 10 }): string {
  if (score === null) return "cell no-score";
  return `cell ramp-${Math.max(0, Math.min(10, Math.round(((score - low) / (high - low || 1)) * 10)))}`;
}
