import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

/** A prompt text as it is shipped: `readPrompt("judge_system")` is prompts/judge_system.md, without the final newline. */
export async function readPrompt(name: string): Promise<string> {
  return (await readFile(join(packageRoot(), "prompts", `${name}.md`), "utf8")).trimEnd();
}
