import type { MediaFile, ResolvedMessage } from "../case/loaded-case.ts";
import { problemOfMediaRole } from "../case/media-rules.ts";
import { resolveMessages } from "../case/messages.ts";
import { firstProblem, type MessageProblem, problemOfPlaceholder, problemOfProbeMessage } from "../case/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { readPromptFile } from "../file/read-prompt-file.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Variant } from "../schema/campaign/variant.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";
import { resolveTools } from "../tools/resolve-tools.ts";
import { openToolShelf } from "../tools/tool-shelf.ts";

/** Variant with its references resolved. */
export interface LoadedVariant {
  variant: Variant;
  /** Null to send none. */
  systemPrompt: string | null;
  /** Sent after all system messages and before a case's messages. */
  messages: ResolvedMessage[];
  /** Media files in the messages; omitted without any. */
  media?: MediaFile[];
  /** Replaces a case's tools; omitted to keep them. */
  tools?: OfferedTool[];
}

/** Reads the system prompts and messages of a suite's variants. Includes variants with missing files. */
export function loadVariants(
  { variants }: Suite,
  source: SourceFile,
  root: string,
): { variants: LoadedVariant[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const shelf = openToolShelf(root);
  const loaded = variants.map((variant, index): LoadedVariant => {
    const at = ["variants", index];
    const prompt = readSystemPrompt(variant, at, source, root);
    const resolved = resolveMessages(variant.messages, [...at, "messages"], source, root, problemOfExample);
    diagnostics.push(...prompt.diagnostics, ...resolved.diagnostics);
    const { messages, media } = resolved;
    const loadedVariant = { variant, systemPrompt: prompt.text, messages, ...(media.length > 0 ? { media } : {}) };
    if (variant.tools === undefined) return loadedVariant;
    const offered = resolveTools(variant.tools, { source, root, at: [...at, "tools"], shelf });
    diagnostics.push(...offered.diagnostics);
    return { ...loadedVariant, tools: offered.tools };
  });
  return { variants: loaded, diagnostics };
}

function readSystemPrompt(
  { system_prompt: text, system_prompt_path: written }: Variant,
  at: (string | number)[],
  source: SourceFile,
  root: string,
): { text: string | null; diagnostics: Diagnostic[] } {
  if (written !== undefined) return readPromptFile(written, [...at, "system_prompt_path"], source, root);
  if (text === undefined) return { text: null, diagnostics: [] };
  const problem = problemOfPlaceholder({ content: text });
  const path = [...at, "system_prompt"];
  return { text, diagnostics: problem ? [complainAbout(source, { path, ...problem })] : [] };
}

const problemOfExample = firstProblem(
  problemOfSystemMessage,
  problemOfProbeMessage,
  problemOfMediaRole,
  problemOfPlaceholder,
);

/** Refuses system messages among a variant's examples: they would follow the case's own, which some providers refuse. */
function problemOfSystemMessage({ role }: { role: string }): MessageProblem | undefined {
  if (role !== "system") return undefined;
  return { severity: "error", message: "a variant has one system prompt; write it as `system_prompt`" };
}
