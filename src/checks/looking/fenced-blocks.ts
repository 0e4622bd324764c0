/** The contents of the fenced code blocks of a Markdown text, in order. One that is never closed goes on to the end. */
export function fencedBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; lines: string[] } | null = null;
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const [, fence, rest] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === null) {
      // A backtick behind backticks is code within a line.
      if (fence !== undefined && !(fence.startsWith("`") && rest!.includes("`"))) open = { fence, lines: [] };
    } else if (fence?.startsWith(open.fence) && rest!.trim() === "") {
      blocks.push(open.lines.join("\n"));
      open = null;
    } else open.lines.push(line);
  }
  if (open) blocks.push(open.lines.join("\n"));
  return blocks;
}
