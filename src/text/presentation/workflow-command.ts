import { visibleLine } from "./visible-text.ts";

/**
 * A workflow command of GitHub's runner, which reads every line of a step that begins with `::`. What somebody else wrote can neither end the
 * line and begin a command of its own, nor add a property.
 *
 * @example workflowCommand("error", "sum [small]", "scores 3.4") // "::error title=sum [small]::scores 3.4"
 */
export function workflowCommand(kind: "error" | "warning" | "notice", title: string, message: string): string {
  return `::${kind} title=${escapeData(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escapeData(message)}`;
}

/**
 * A text that goes to the log of a step, without commands that somebody else wrote into it: the runner looks for `::` at the beginning of a line and for
 * `##[` anywhere in it. An invisible character between them is enough.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1:\u200b").replaceAll("##[", "##\u200b[");
}

function escapeData(text: string): string {
  return visibleLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
