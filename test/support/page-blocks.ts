export interface PageBlock {
  language: string;
  code: string;
  /** As it is written; of a console block, with what is printed. */
  raw: string;
  /** Why it can't run in a test, from a comment above the block: `<!-- not run: needs a key -->`. */
  notRun: string | null;
  /** The file for the block, as in "Save this as `configs/…`:"; null for a block to run or to read. */
  saveAs: string | null;
}

/** The fenced blocks of a Markdown page, in its order. */
export function blocksOf(page: string): PageBlock[] {
  const blocks = page.matchAll(
    /(?:<!-- not run: (.*?) -->\n+)?(?:^.*\bSave this as `([^`\n]+)`:\n+)?^```(\w+)\n([\s\S]*?)^```/gm,
  );
  return [...blocks].map(([, notRun, saveAs, language, code]) => ({
    language: language!,
    // A console block shows a session: what follows a prompt is a command, the rest is output.
    code: language === "console" ? code!.replace(/^(?!\$ ).*\n/gm, "").replace(/^\$ /gm, "") : code!,
    raw: code!,
    notRun: notRun ?? null,
    saveAs: saveAs ?? null,
  }));
}

/** The blocks that a reader types into a shell. */
export function shellBlocksOf(page: string): PageBlock[] {
  return blocksOf(page).filter(({ language, notRun }) => /^(?:sh|bash|console)$/.test(language) && notRun === null);
}
