import type { ShownTrial } from "../../judging/index.ts";
import {
  formatCount,
  type Layout,
  nounFor,
  plural,
  shortLine,
  type Tone,
  toned,
  visibleLine,
  visibleText,
} from "../../text/presentation/index.ts";
import { quotedStretches } from "./quotes-in-place.ts";
import { verdictBlocks } from "./verdict-blocks.ts";

/** Longer questions are cut; `--raw` shows them whole. */
const LONGEST_MESSAGE = 6000;
const LONGEST_ARGUMENTS = 200;
const LONGEST_RESULT = 240;
const MOST_TOOL_CALLS = 40;
const MOST_FILES = 40;

/** Renders a trial for people: the result, then question, answer, tools, checks and verdicts. */
export function shownTrialText(shown: ShownTrial, layout: Layout = {}): string {
  const headline = `${visibleLine(shown.name)}: ${visibleLine(shown.headline)}`;
  const tone: Tone = shown.passed === null ? "strong" : shown.passed ? "good" : "bad";
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[toned(layout, "strong", title), ...lines].join("\n")];
  return [
    [toned(layout, tone, headline), ...factLines(shown), ...warningLines(shown, layout)].join("\n"),
    ...section("Question", questionLines(shown, layout)),
    ...section(shown.quotes.length > 0 ? "Answer, with what judges quoted" : "Answer", answerLines(shown, layout)),
    ...section(`Tools (${plural(shown.tools.length, "call")})`, toolLines(shown, layout)),
    ...section(`Checks${checkCount(shown)}`, checkLines(shown, layout)),
    ...section("Verdicts", verdictBlocks(shown, layout)),
    ...section(`Files (${shown.files.length})`, fileLines(shown)),
    [toned(layout, tone, headline), ...nextLines(shown, layout)].join("\n"),
  ].join("\n\n");
}

function factLines({ of, facts }: ShownTrial): string[] {
  const words = facts.map(([name, value]) => `${name} ${visibleLine(value)}`);
  return [visibleLine(of), ...(words.length === 0 ? [] : [words.join(" · ")])];
}

function warningLines({ warnings }: ShownTrial, layout: Layout): string[] {
  return warnings.map((warning) => toned(layout, "doubtful", `Warning: ${visibleLine(warning)}`));
}

function questionLines({ question }: ShownTrial, layout: Layout): string[] {
  return question.flatMap(({ role, content }) => {
    const rest = content.length - LONGEST_MESSAGE;
    const shown = rest > 0 ? content.slice(0, LONGEST_MESSAGE) : content;
    return [
      `  ${toned(layout, "faint", `${visibleLine(role)}:`)}`,
      ...block(shown, "    "),
      ...(rest > 0 ? [`    … and ${formatCount(rest)} ${nounFor(rest, "character")} more; --raw has them`] : []),
    ];
  });
}

/** Never shortens the answer, as everything else refers to it. */
function answerLines({ answer, quotes }: ShownTrial, layout: Layout): string[] {
  if (answer === null) return ["  It never answered."];
  if (answer.trim() === "") return ["  It is empty."];
  const stretches = quotedStretches(answer, quotes);
  const written = stretches.map(({ text, isQuoted, ends }, at) => {
    const numbers = ends.map((number) => `[${number}]`).join("");
    const shown = spaced(visibleText(text));
    if (!isQuoted) return shown;
    // A quote that ends within another closes nothing.
    const opening = stretches[at - 1]?.isQuoted ? "" : "⟦";
    const closing = stretches[at + 1]?.isQuoted ? "" : "⟧";
    return toned(layout, "quoted", `${opening}${shown}${closing}${numbers}`);
  });
  return indented(written.join(""), "  ");
}

function toolLines({ tools }: ShownTrial, layout: Layout): string[] {
  const rest = tools.length - MOST_TOOL_CALLS;
  return [
    ...tools
      .slice(0, MOST_TOOL_CALLS)
      .flatMap(({ tool, arguments: given, status, result }, at) => [
        `  ${at + 1}. ${visibleLine(tool)} ${shortLine(given, LONGEST_ARGUMENTS)}`,
        `     ${toned(layout, status === "success" ? "good" : "bad", status ?? "no result")}${result === "" ? "" : `: ${shortLine(result, LONGEST_RESULT)}`}`,
      ]),
    ...(rest > 0 ? [`  … and ${plural(rest, "more call")}; --raw has them`] : []),
  ];
}

function checkCount({ checks }: ShownTrial): string {
  if (!checks || checks.length === 0) return "";
  return ` (${checks.filter(({ outcome }) => outcome === "passed").length} of ${checks.length} passed)`;
}

const CHECK_MARKS = { passed: ["good", "✓"], failed: ["bad", "✗"], error: ["doubtful", "?"] } as const;

function checkLines({ checks, kind }: ShownTrial, layout: Layout): string[] {
  if (kind !== "trial") return [];
  if (checks === null) return ["  None is stored: it was not judged."];
  if (checks.length === 0) return ["  The case has none."];
  return checks.map(({ check_id, kind: of, outcome, required, message }) => {
    const [tone, mark] = CHECK_MARKS[outcome];
    const about = [of, ...(required ? ["required"] : [])].join(", ");
    return `  ${toned(layout, tone, mark)} ${visibleLine(check_id)} (${about}): ${visibleLine(message)}`;
  });
}

function fileLines({ files, folder }: ShownTrial): string[] {
  const rest = files.length - MOST_FILES;
  return [
    ...(folder === null || files.length === 0 ? [] : [`  in ${visibleLine(folder)}`]),
    ...files
      .slice(0, MOST_FILES)
      .map(
        ({ path, type, bytes }) =>
          `  ${visibleLine(path)} (${visibleLine(type)}, ${formatCount(bytes)} ${nounFor(bytes, "byte")})`,
      ),
    ...(rest > 0 ? [`  … and ${plural(rest, "more file")}`] : []),
  ];
}

function nextLines({ next }: ShownTrial, layout: Layout): string[] {
  return next.map(({ title, command }) => `  ${title}: ${toned(layout, "command", visibleLine(command))}`);
}

function block(text: string, indent: string): string[] {
  return indented(spaced(visibleText(text)), indent);
}

/** Replaces tabs, whose width depends on the terminal, by four spaces. */
function spaced(text: string): string {
  return text.replaceAll("\t", "    ");
}

function indented(text: string, indent: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : indent + line));
}
