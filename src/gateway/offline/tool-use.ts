import type { ToolDefinition } from "../../records/index.ts";
import type { OfflineToolCall } from "./program.ts";
import type { Step } from "./reading/steps.ts";

/** Tools that steps of an instruction imply; every other one is the workspace's own. */
export const STEP_TOOLS: ReadonlySet<string> = new Set([
  "exec_shell",
  "read_file",
  "write_file",
  "list_files",
  "web_search",
]);

/** The call that does a step with the offered tools; null when none can. */
export function callFor(step: Step, content: string, tools: ToolDefinition[]): OfflineToolCall | null {
  const offered = (name: string) => tools.some((tool) => tool.function.name === name);
  const shell = (command: string) => (offered("exec_shell") ? { name: "exec_shell", arguments: { command } } : null);
  switch (step.kind) {
    case "write": {
      const { path, append } = step;
      if (offered("write_file"))
        return { name: "write_file", arguments: { path, content, ...(append ? { append } : {}) } };
      return shell(`printf %s ${quote(content)} ${append ? ">>" : ">"} ${quote(path)}`);
    }
    case "read":
      return offered("read_file")
        ? { name: "read_file", arguments: { path: step.path } }
        : shell(`cat ${quote(step.path)}`);
    case "list":
      return offered("list_files")
        ? { name: "list_files", arguments: { path: step.path } }
        : shell(`ls ${quote(step.path)}`);
    case "run":
      return shell(step.command);
    case "search":
      return offered("web_search") ? { name: "web_search", arguments: { query: step.query } } : null;
  }
}

/** Extracts a command's output from exec_shell's report; other results are used unchanged. */
export function printedOutput(result: string): { code: string | null; output: string } {
  const [, code] = /^exit code: (\d+)/.exec(result) ?? [];
  if (code === undefined) return { code: null, output: result.trimEnd() };
  const [, stdout = ""] = /\nstdout:\n([\s\S]*?)(?:\nstderr:\n|$)/.exec(result) ?? [];
  const [, stderr = ""] = /\nstderr:\n([\s\S]*)$/.exec(result) ?? [];
  return { code, output: stdout.trimEnd() || stderr.trimEnd() };
}

/** A step in a few words, for plans and reports. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case "write":
      return `write ${step.path}`;
    case "read":
      return `read ${step.path}`;
    case "list":
      return step.path === "." ? "list the files" : `list ${step.path}`;
    case "run":
      return `run \`${step.command}\``;
    case "search":
      return `search for "${step.query}"`;
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
