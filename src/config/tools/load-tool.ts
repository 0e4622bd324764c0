import { dirname, resolve } from "node:path";
import { parseRecordings, type ToolDefinition } from "../../records/index.ts";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { kindOf, liesInside } from "../finding/workspace-root.ts";
import type { InlineTool } from "../schema/case/tool.ts";
import { readText } from "../source/read-text.ts";
import { type Complaint, complainAbout, displayPath, type SourceFile } from "../source/source-file.ts";
import type { LoadedTool, ReadableFile, RecordingFile, ToolBehaviour } from "./loaded-tool.ts";

const SCRIPTS = /\.(?:[cm]?js|py|sh)$/;
const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };

/** Resolves a tool's references. `at` is its position in the file, empty for a file of its own. */
export function loadTool(
  given: InlineTool & { tool_id?: string },
  at: FieldPath,
  source: SourceFile,
  root: string,
): { tool?: LoadedTool; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const complain = ({ path, ...words }: Complaint) =>
    void diagnostics.push(complainAbout(source, { path: [...at, ...path], ...words }));
  const find = (written: string, path: FieldPath, what: string, orFolder = false): ReadableFile => {
    const found = findReferencedFile(written, { beside: source.path, root, what, orFolder });
    if (!found.ok) complain({ path, ...found });
    return { written, path: found.ok ? found.path : "" };
  };
  const files = given.files.map((written, index) => find(written, ["files", index], "the file", true));
  const behaviour = behaviourOf(given, files, (written) => {
    const script = find(written, ["script"], "the script");
    if (!SCRIPTS.test(written))
      complain({
        path: ["script"],
        message: `expected a file ending in .js, .mjs, .cjs, .py or .sh, found ${JSON.stringify(written)}`,
      });
    return script;
  });
  const recordings = given.recordings === undefined ? null : findRecordings(given.recordings, source, root, complain);
  if (recordings?.content && given.mcp && recordings.content.definitions.length === 0)
    complain({
      path: ["recordings"],
      message: `${recordings.shown} has no {"definition": …} line, so the server's tools are unknown; record it again`,
    });
  if (hasErrors(diagnostics)) return { diagnostics };
  const definition = definitionOf(given);
  const label = given.tool_id ?? definition?.name ?? given.mcp?.url ?? given.mcp?.command?.join(" ") ?? "";
  return { tool: { label, definition, behaviour, recordings }, diagnostics };
}

function behaviourOf(
  { answers, default: others, script, mcp }: InlineTool,
  files: ReadableFile[],
  findScript: (written: string) => ReadableFile,
): ToolBehaviour {
  if (script !== undefined) return { kind: "script", script: findScript(script), files };
  if (mcp !== undefined) return { kind: "mcp", server: mcp, files };
  return { kind: "answers", answers: answers ?? [], default: others ?? null };
}

function definitionOf(given: InlineTool & { tool_id?: string }): ToolDefinition["function"] | null {
  if (given.mcp !== undefined) return null;
  const { name = given.tool_id ?? "", description = "", parameters = NO_ARGUMENTS } = given;
  return { name, description, parameters };
}

function findRecordings(
  written: string,
  source: SourceFile,
  root: string,
  complain: (complaint: Complaint) => void,
): RecordingFile {
  const path = resolve(dirname(source.path), written);
  const nothing: RecordingFile = { path, shown: displayPath(path, root), content: null };
  if (!liesInside(path, root)) {
    complain({ path: ["recordings"], message: `${JSON.stringify(written)} is outside the workspace` });
    return nothing;
  }
  if (kindOf(path) === "nothing") return nothing;
  const read = readText(path);
  const parsed = read.ok
    ? parseRecordings(read.text)
    : { ok: false as const, line: read.line ?? 1, problem: read.message };
  if (parsed.ok) return { ...nothing, content: parsed.recordings };
  complain({ path: ["recordings"], message: `${nothing.shown}:${parsed.line} ${parsed.problem}` });
  return nothing;
}
