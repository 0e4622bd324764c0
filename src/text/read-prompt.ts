import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

/** Reads a shipped prompt: `readPrompt("judge_system")` is prompts/judge_system.md without its final newline. */
export async function readPrompt(name: string): Promise<string> {
  return (await readFile(join(packageRoot(), "prompts", `${name}.md`), "utf8")).trimEnd();
}
