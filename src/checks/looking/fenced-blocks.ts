/** The contents of the fenced code blocks of a Markdown text, in order. One that is never closed goes on to the end. */
export function fencedBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; lines: string[] } | null = null;
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const found = fenceOf(line);
    if (open === null) {
      // A backtick behind backticks is code within a line.
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

/** Counted, not matched: a pattern remembers every backtick that it could go back to, and has no room for millions. */
function fenceOf(line: string): { fence: string; rest: string } | null {
  let start = 0;
  while (start < DEEPEST_INDENT && line[start] === " ") start++;
  const mark = line[start];
  if (mark !== "`" && mark !== "~") return null;
  let end = start + 1;
  while (line[end] === mark) end++;
  return end - start < SHORTEST_FENCE ? null : { fence: line.slice(start, end), rest: line.slice(end) };
}
