/** The contents of a Markdown text's fenced code blocks, in order. An unclosed block extends to the end. */
export function fencedBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; lines: string[] } | null = null;
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const found = fenceOf(line);
    if (open === null) {
      // Backticks after the opening fence mean inline code.
      if (found && !(found.fence[0] === "`" && found.rest.includes("`"))) open = { fence: found.fence, lines: [] };
    } else if (found?.fence.startsWith(open.fence) && found.rest.trim() === "") {
      blocks.push(open.lines.join("\n"));
      open = null;
    } else open.lines.push(line);
  }
  if (open) blocks.push(open.lines.join("\n"));
  return blocks;
}

const DEEPEST_INDENT = 3;
const SHORTEST_FENCE = 3;

/** Scans instead of matching: a pattern would run out of backtracking space on millions of backticks. */
function fenceOf(line: string): { fence: string; rest: string } | null {
  let start = 0;
  while (start < DEEPEST_INDENT && line[start] === " ") start++;
  const mark = line[start];
  if (mark !== "`" && mark !== "~") return null;
  let end = start + 1;
  while (line[end] === mark) end++;
  return end - start < SHORTEST_FENCE ? null : { fence: line.slice(start, end), rest: line.slice(end) };
}
