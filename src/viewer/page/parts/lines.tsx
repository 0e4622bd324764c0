/** Lists short sentences. */
export function Lines({ lines, quiet }: { lines: readonly string[]; quiet?: boolean }) {
  return (
    <ul class={quiet ? "lines muted" : "lines"}>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}
