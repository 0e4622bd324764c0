import pico from "picocolors";
import { plural, visibleLine, visibleText } from "../../text/presentation/index.ts";
import type { Diagnostic } from "./diagnostic.ts";

/**
 * Formats problems for people: position, field, sentence, suggestion and surrounding lines.
 *
 * @example
 * const { diagnostics } = await validate();
 * console.log(formatDiagnostics(diagnostics, { colors: true }));
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], { colors }: { colors: boolean }): string {
  const paint = pico.createColors(colors);
  return diagnostics
    .map(({ severity, file, line, column, field, message, suggestion, frame }) => {
      const place = visibleLine([file, line, column].filter((part) => part !== undefined).join(":"));
      const label = severity === "error" ? paint.red("error") : paint.yellow("warning");
      const subject = field === undefined ? "" : `${paint.cyan(visibleLine(field))}: `;
      const sentence = visibleText(
        `${message}${/[.!?]$/.test(message) ? "" : "."}${suggestion ? ` ${suggestion}` : ""}`,
      );
      const heading = `${paint.bold(place)}  ${label}  ${subject}${sentence}`;
      return frame === undefined ? heading : `${heading}\n${indent(frame)}`;
    })
    .join("\n\n");
}

/** Counts as in `3 errors, 1 warning`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ].join(", ");
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
