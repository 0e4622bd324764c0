import type { Adjudication, LabelSession } from "../../../operations/index.ts";
import { shortLine, visibleText } from "../../../text/presentation/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export const HELP = `A score, p or f, a band, or a, b, t for a preference: stores it and goes on.
q <words>  quotes the packet    n <words>  notes    s  skips    z  undoes    x  ends    ?  this`;

/** Shows the current packet and asks for its label. Packets cannot send control sequences to the terminal. */
export function taskText(session: LabelSession | Adjudication, { colors }: Pick<Terminal, "colors">): string {
  const task = session.current()!;
  const { done, total } = session.progress();
  const packets = [task.shared, ...task.shown].map((sections, index) => {
    const side = task.shown.length > 1 && index > 0 ? `${"AB"[index - 1]}: ` : "";
    return sections
      .map(({ title, text }) => `${colors.bold(`${side}${visibleText(title)}`)}\n${visibleText(text)}`)
      .join("\n\n");
  });
  return [
    "",
    colors.dim(`${done + 1} of ${total}`),
    ...packets.filter((text) => text !== ""),
    ...saidBefore(session),
    `${colors.bold(task.asked.words)}${choices(task.asked)}`,
  ].join("\n\n");
}

function saidBefore(session: LabelSession | Adjudication): string[] {
  if (!("opinions" in session)) return [];
  const said = session
    .opinions()
    .map(({ value, quote, note }) =>
      [
        `- ${valueSaid(value)}`,
        ...(quote === null ? [] : [`“${shortLine(quote, 200)}”`]),
        ...(note === null ? [] : [shortLine(note, 200)]),
      ].join("  "),
    );
  return [`Said so far:\n${said.join("\n")}`];
}

function valueSaid(value: boolean | number | string): string {
  return value === true ? "pass" : value === false ? "fail" : String(value).toUpperCase();
}

function choices({ kind, bands }: NonNullable<ReturnType<LabelSession["current"]>>["asked"]): string {
  if (kind === "pass") return "  p pass, f fail";
  if (kind === "preference") return "  a, b, t tie";
  if (kind === "band")
    return `\n${bands.map(({ value, criteria }) => `  ${value}  ${shortLine(criteria, 200)}`).join("\n")}`;
  return "";
}
