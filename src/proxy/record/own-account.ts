import { toUSVString } from "node:util";
import type { Usage } from "../../records/index.ts";
import { isBlank } from "../../text/index.ts";
import type { WireExchange, WireRecord } from "./wire-record.ts";

/** An agent's own account of its actions: its printed report, its transcript. Fields it does not report are omitted. */
export interface OwnAccount {
  /** Its answer to each turn. */
  answers?: { turn: number; text: string }[];
  toolCalls?: { id?: string; name: string; arguments?: string }[];
  /** For agents that do not report tool names: the number of calls among these tools. Nothing is known of others. */
  calledOneOf?: { tools: readonly string[]; times: number };
  toolResults?: { id: string; content: string }[];
  usage?: Usage | null;
}

export interface AccountDifference {
  about: "answer" | "tool_call" | "tool_result" | "usage";
  /** A sentence for people and judges. */
  message: string;
}

/** Differences listed individually. */
const MOST_DIFFERENCES = 20;

/**
 * Compares an agent's own account with the wire. Agents trim, join and omit lines, so a text matches when its lines are found in
 * the model's output; text that the model never wrote never matches.
 */
export function compareAccounts(own: OwnAccount, wire: WireRecord): AccountDifference[] {
  const differences = [
    ...answerDifferences(own, wire.exchanges),
    ...callDifferences(own, wire.exchanges),
    ...resultDifferences(own, wire.exchanges),
    ...usageDifference(own, wire.exchanges),
  ];
  const rest = differences.length - MOST_DIFFERENCES;
  if (rest <= 0) return differences;
  const last = differences[MOST_DIFFERENCES]!;
  return [
    ...differences.slice(0, MOST_DIFFERENCES),
    { ...last, message: rest === 1 ? "one more difference like these" : `${rest} more differences like these` },
  ];
}

function answerDifferences({ answers = [] }: OwnAccount, exchanges: readonly WireExchange[]): AccountDifference[] {
  return answers
    .filter(
      ({ turn, text }) =>
        !isFromModel(
          text,
          exchanges.filter((exchange) => exchange.turn <= turn),
        ),
    )
    .map(({ turn }) => ({
      about: "answer" as const,
      message: `the agent reported an answer to turn ${turn} that its model never gave`,
    }));
}

/** True for text that the model wrote or passed to a tool, whole or in whole lines, or for a sequence of such texts. */
export function isFromModel(text: string, exchanges: readonly WireExchange[]): boolean {
  if (isBlank(text)) return true;
  const said = exchanges.map((exchange) => exchange.text).filter((one) => !isBlank(one));
  const handedOver = exchanges.flatMap((exchange) => exchange.tool_calls.flatMap(textsOf));
  const inAll = [...said, ...handedOver].reduce((sum, one) => sum + one.length + 1, 0);
  // No layout doubles a text, so anything larger need not be searched.
  if (text.length > 2 * inAll) return false;
  const told = condensed(text);
  const lines = inLines(text);
  const isThere = (one: string) =>
    one.length >= lines.length && (condensed(one) === told || isPart(lines, inLines(one)));
  if ([...said, ...handedOver].some(isThere)) return true;
  // Several texts in one, each used at most once.
  const longestFirst = said.map(condensed).sort((one, other) => other.length - one.length);
  return isBlank(longestFirst.reduce((rest, one) => rest.replace(one, () => " "), told));
}

/** True if the text is there between line ends or tags. Anything less could be the end of "I cannot say that all tests pass". */
function isPart(told: string, said: string): boolean {
  for (let at = said.indexOf(told); at >= 0; at = said.indexOf(told, at + 1)) {
    const [before, after] = [said[at - 1] ?? "\n", said[at + told.length] ?? "\n"];
    if (/[\n>]/.test(before) && /[\n<]/.test(after)) return true;
  }
  return false;
}

function inLines(text: string): string {
  return text
    .split("\n")
    .map(condensed)
    .filter((line) => line !== "")
    .join("\n");
}

/** Removes layout, which is the agent's; the words are the model's. */
function condensed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Every text in the arguments: an agent may deliver its answer with a tool. */
function textsOf({ arguments: given }: { arguments: string }): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(given, (_, value: unknown) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
  } catch {
    texts.push(given);
  }
  return texts;
}

function callDifferences(
  { toolCalls, calledOneOf }: OwnAccount,
  exchanges: readonly WireExchange[],
): AccountDifference[] {
  // A call whose stream broke off may or may not have been executed.
  const namesIn = (wanted: boolean) =>
    exchanges.filter(({ outcome }) => (outcome === "answered") === wanted).flatMap(({ tool_calls }) => tool_calls);
  const [wire, cut] = [countsOf(namesIn(true)), countsOf(namesIn(false))];
  const differs = (tools: readonly string[], told: number): AccountDifference[] => {
    const [seen, maybe] = [wire, cut].map((counts) => tools.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0));
    if (told >= seen! && told <= seen! + maybe!) return [];
    const what = tools.length === 1 ? `the tool "${shortName(tools[0]!)}"` : `a tool such as "${shortName(tools[0]!)}"`;
    const message = `the agent reports ${times(told)} of ${what}; its model asked for ${seen === 0 ? "none" : seen}`;
    return [{ about: "tool_call", message }];
  };
  if (calledOneOf) return differs(calledOneOf.tools, calledOneOf.times);
  if (!toolCalls) return [];
  const own = countsOf(toolCalls);
  return [...new Set([...own.keys(), ...wire.keys()])].sort().flatMap((name) => differs([name], own.get(name) ?? 0));
}

/** Shortens a name, because an agent may write anything in its place. */
function shortName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${toUSVString(name.slice(0, LONGEST_NAME))}…`;
}

const LONGEST_NAME = 64;

function countsOf(calls: readonly { name: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function times(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}

function resultDifferences({ toolResults = [] }: OwnAccount, exchanges: readonly WireExchange[]): AccountDifference[] {
  const shown = new Map<string, string>();
  for (const part of exchanges.flatMap(({ messages }) => messages.flatMap(({ parts }) => parts)))
    if (part.kind === "tool_result") shown.set(part.id, condensed(part.content));
  return toolResults.flatMap(({ id, content }): AccountDifference[] => {
    const onWire = shown.get(id);
    const told = condensed(content);
    // The result of a last call may never have been shown to the model, and either side may be shortened.
    if (onWire === undefined || isShortened(told, onWire) || isShortened(onWire, told)) return [];
    return [
      {
        about: "tool_result",
        message: `the agent reports another result of the call ${shortName(id)} than its model was shown`,
      },
    ];
  });
}

/** True if one text is a shortened form of the other: the same beginning, then a note about the omission. */
function isShortened(shorter: string, whole: string): boolean {
  if (whole.includes(shorter)) return true;
  const half = shorter.slice(0, Math.floor(shorter.length / 3));
  return half.length >= 200 && whole.startsWith(half);
}

function usageDifference({ usage }: OwnAccount, exchanges: readonly WireExchange[]): AccountDifference[] {
  if (!usage) return [];
  const counted = exchanges.map((exchange) => exchange.usage).filter((one) => one !== null);
  const total = (pick: (one: Usage) => number) => counted.reduce((sum, one) => sum + pick(one), 0);
  const [prompt, completion] = [total((one) => one.prompt_tokens), total((one) => one.completion_tokens)];
  if (usage.prompt_tokens === prompt && usage.completion_tokens === completion) return [];
  const message = `the agent reported ${usage.prompt_tokens} tokens in and ${usage.completion_tokens} out; the wire shows ${prompt} and ${completion}`;
  return [{ about: "usage", message }];
}
