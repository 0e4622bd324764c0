import type { Calibration } from "../../calibration/index.ts";
import { escapeMarkdown, type Layout, toned, visibleLine } from "../../text/presentation/index.ts";
import { sectionMarkdown, sectionText } from "../statistics/render.ts";
import { calibrationHead, calibrationSections } from "./calibration-sections.ts";
import { calibrationVerdict } from "./calibration-verdict.ts";

/** Renders the conclusions from labels for a terminal, with the verdict first and again at the end. */
export function calibrationText(calibration: Calibration, layout: Layout = {}): string {
  const { verdict, next } = verdictLines(calibration, layout);
  return [
    ...verdict,
    calibrationHead(calibration).map(visibleLine).join("\n"),
    ...calibrationSections(calibration).map((section) => sectionText(section, layout)),
    ...(verdict.length > 0 ? [[...verdict, ...next].join("\n")] : []),
  ].join("\n\n");
}

function verdictLines(calibration: Calibration, layout: Layout): { verdict: string[]; next: string[] } {
  const found = calibrationVerdict(calibration);
  if (found === null) return { verdict: [], next: [] };
  const tone = found.isDecided ? "good" : "doubtful";
  const lines = found.answers.map((answer) => toned(layout, tone, toned(layout, "strong", visibleLine(answer))));
  return {
    verdict: [lines.join("\n")],
    next: found.next === null ? [] : [`Next: ${toned(layout, "command", visibleLine(found.next))}`],
  };
}

export function calibrationMarkdown(calibration: Calibration): string {
  return [
    "## Can these judges be trusted?",
    calibrationHead(calibration)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join("\n"),
    ...calibrationSections(calibration).map(sectionMarkdown),
  ].join("\n\n");
}
