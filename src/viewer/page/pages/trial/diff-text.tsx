import { useState } from "preact/hooks";
import { formatCount } from "../../../../text/presentation/index.ts";

const LINES_AT_A_TIME = 1000;

/** Shows a unified diff, with coloured signs. */
export function DiffText({ text }: { text: string }) {
  const [most, setMost] = useState(LINES_AT_A_TIME);
  const lines = text.split("\n");
  return (
    <span class="diff">
      {lines.slice(0, most).map((line, at) => (
        <span key={at} class={kindOf(line)}>
          {line}
          {"\n"}
        </span>
      ))}
      {lines.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + LINES_AT_A_TIME)}>
          Show more of {formatCount(lines.length)} lines
        </button>
      )}
    </span>
  );
}

function kindOf(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("===")) return "diff-name";
  if (line.startsWith("@@")) return "diff-place";
  if (line.startsWith("+")) return "diff-added";
  return line.startsWith("-") ? "diff-removed" : "";
}
