import { visibleLine } from "./visible-text.ts";

/**
 * A workflow command of GitHub's runner, which reads every line of a step that begins with `::`. Foreign text in it can neither
 * end the line and begin another command, nor add a property.
 *
 * @example workflowCommand("error", "sum [small]", "scores 3.4") // "::error title=sum [small]::scores 3.4"
 */
export function workflowCommand(kind: "error" | "warning" | "notice", title: string, message: string): string {
  return `::${kind} title=${escapeData(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escapeData(message)}`;
}

/**
 * Disarms commands in foreign text for a step's log: the runner looks for `::` at the beginning of a line and for `##[` anywhere.
 * An invisible character between them suffices.
 */
export function disarmCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1:\u200b").replaceAll("##[", "##\u200b[");
}

function escapeData(text: string): string {
  return visibleLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
