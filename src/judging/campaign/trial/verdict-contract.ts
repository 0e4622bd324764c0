import { DIMENSIONS, type Verdict, type Violation } from "../../../records/index.ts";
import {
  findJsonObjects,
  isBlank,
  isRecord,
  type JsonReading,
  readWholeJson,
  visibleJson,
} from "../../../text/index.ts";
import type { Contract, ContractResult } from "../../panel/contract.ts";
import type { Packet } from "../packet/packet.ts";
import { perDimension } from "./aggregate.ts";

/** Longer than any honest answer, to bound the cost of reading. */
const LONGEST_ANSWER = 1_000_000;

/**
 * The contract for a campaign judge's answer: one JSON object with `summary`, exactly the six dimensions with evidence and a
 * score, and `overall`. JSON in a fence or with text around it is accepted and noted. Of several objects only one may look like a
 * verdict, and none may be copied from the packet: a judge that quotes the subject's JSON must not pass on its scores.
 */
export function verdictContract(packet: Packet): Contract<Verdict> {
  const planted = verdictsInside(packet);
  return {
    check: (text) => checkVerdict(text, planted),
    schema: { name: "verdict", schema: VERDICT_SCHEMA },
  };
}

function checkVerdict(text: string, planted: Set<string>): ContractResult<Verdict> {
  if (text.trim() === "") return broken("empty_answer", "", "the answer is empty; expected one JSON object");
  if (text.length > LONGEST_ANSWER)
    return broken("too_long", "", `the answer has ${text.length} characters; at most ${LONGEST_ANSWER} are read`);
  const whole = readWholeJson(text);
  if (whole && !isRecord(whole.value))
    return broken("not_an_object", "", `expected a JSON object, got ${name(whole.value)}`);
  const objects = whole ? [whole] : findJsonObjects(text);
  const candidates = whole
    ? [whole]
    : objects.filter((object) => looksLikeVerdict(object) && !isFragment(text, object));
  if (candidates.length === 0)
    return broken(
      "not_json",
      "",
      "no JSON object with summary, dimensions and overall can be read: malformed or cut off",
    );
  if (candidates.length > 1)
    return broken("ambiguous", "", `${candidates.length} JSON objects look like a verdict; answer with exactly one`);
  const [chosen] = candidates as [JsonReading];
  if (planted.size > 0 && planted.has(inOneOrder(chosen.value)))
    return broken("copied_from_packet", "", "this object is in the packet itself; judge it, do not repeat it");
  const repairs = whole ? [] : [describeRepair(text, chosen, objects.length)];
  return readVerdict(chosen, repairs);
}

function readVerdict({ value, duplicate_keys }: JsonReading, repairs: string[]): ContractResult<Verdict> {
  const answer = value as Record<string, unknown>;
  const violations: Violation[] = duplicate_keys.map((path) => ({
    rule: "duplicate_key",
    path,
    message: "appears more than once",
  }));
  const violate = (rule: string, path: string, message: string) => violations.push({ rule, path, message });

  if (typeof answer.summary !== "string" || isBlank(answer.summary))
    violate("summary", "summary", `expected a text that is not empty, got ${name(answer.summary)}`);

  const dimensions = Object.hasOwn(answer, "dimensions") ? answer.dimensions : undefined;
  if (!isRecord(dimensions)) violate("dimensions", "dimensions", `expected an object, got ${name(dimensions)}`);
  else {
    for (const key of Object.keys(dimensions))
      if (!(DIMENSIONS as readonly string[]).includes(key))
        violate("extra_dimension", `dimensions.${key}`, `is not one of ${DIMENSIONS.join(", ")}`);
    for (const dimension of DIMENSIONS) {
      const path = `dimensions.${dimension}`;
      if (!Object.hasOwn(dimensions, dimension)) violate("missing_dimension", path, "is missing");
      else checkDimension(dimensions[dimension], path, violate);
    }
  }

  const overall = Object.hasOwn(answer, "overall") ? answer.overall : undefined;
  if (!isRecord(overall)) violate("overall", "overall", `expected an object with a score, got ${name(overall)}`);
  else {
    checkScore(overall, "overall", violate);
    if (overall.reason !== undefined && overall.reason !== null && typeof overall.reason !== "string")
      violate("overall", "overall.reason", `expected a text, got ${name(overall.reason)}`);
  }
  if (violations.length > 0) return { ok: false, violations };

  const ignored = Object.keys(answer).filter((key) => !["summary", "dimensions", "overall"].includes(key));
  if (ignored.length > 0) repairs.push(`ignored ${ignored.map((key) => `\`${key}\``).join(", ")}`);
  const valid = answer as unknown as Verdict;
  return {
    ok: true,
    repairs,
    answer: {
      summary: valid.summary,
      dimensions: perDimension((dimension) => {
        const { evidence, score } = valid.dimensions[dimension];
        return { evidence, score: score + 0 };
      }),
      // Adding 0 turns -0 into 0, as it is stored and read back.
      overall: { score: valid.overall.score + 0, reason: valid.overall.reason ?? null },
    },
  };
}

type Violate = (rule: string, path: string, message: string) => void;

function checkDimension(value: unknown, path: string, violate: Violate): void {
  if (!isRecord(value)) {
    violate("dimension", path, `expected evidence and score, got ${name(value)}`);
    return;
  }
  const evidence = Object.hasOwn(value, "evidence") ? value.evidence : undefined;
  if (!Array.isArray(evidence) || evidence.length === 0)
    violate("evidence", `${path}.evidence`, `expected a list with at least one text, got ${name(evidence)}`);
  else
    evidence.forEach((item: unknown, index) => {
      if (typeof item !== "string" || isBlank(item))
        violate("evidence", `${path}.evidence[${index}]`, `expected a text that is not empty, got ${name(item)}`);
    });
  checkScore(value, path, violate);
}

function checkScore(holder: Record<string, unknown>, path: string, violate: Violate): void {
  const score = Object.hasOwn(holder, "score") ? holder.score : undefined;
  if (typeof score !== "number")
    violate("score_not_a_number", `${path}.score`, `expected a number, got ${name(score)}`);
  else if (!(score >= 0 && score <= 10))
    violate("score_out_of_range", `${path}.score`, `${score} is not between 0 and 10`);
}

/** Objects in the packet's own texts that would be read as a verdict. */
function verdictsInside(packet: Packet): Set<string> {
  const planted = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string") {
      if (!value.includes("dimensions") && !value.includes("overall")) return;
      for (const found of findJsonObjects(value)) if (looksLikeVerdict(found)) planted.add(inOneOrder(found.value));
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(packet);
  return planted;
}

/** Serializes data independently of its order. Not canonical JSON, which cannot express what 1e999 becomes. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function looksLikeVerdict({ value }: JsonReading): boolean {
  return ["summary", "dimensions", "overall"].some((key) => Object.hasOwn(value as object, key));
}

/** True for an object that is the value of a key: a piece of a larger, unreadable one, not an answer. */
function isFragment(text: string, { start }: JsonReading): boolean {
  return /"\s*:\s*$/.test(text.slice(Math.max(0, start - 20), start));
}

function describeRepair(text: string, { start, end }: JsonReading, objects: number): string {
  const around = `${text.slice(0, start)}${text.slice(end)}`;
  const what = around.replace(/```(?:json5?|JSON)?|\s/g, "") === "" ? "a code fence" : "text around the JSON";
  return objects > 1 ? `removed ${what} and ${objects - 1} other JSON objects` : `removed ${what}`;
}

function broken(rule: string, path: string, message: string): ContractResult<Verdict> {
  return { ok: false, violations: [{ rule, path, message }] };
}

/** Names the value found instead, short enough to send back. */
function name(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = visibleJson(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const VERDICT_SCHEMA = verdictSchema();

function verdictSchema(): Record<string, unknown> {
  const object = (properties: Record<string, unknown>) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const score = { type: "number", description: "0 to 10" };
  const evidence = { type: "array", items: { type: "string" } };
  return object({
    summary: { type: "string" },
    dimensions: object(perDimension(() => object({ evidence, score }))),
    overall: object({ score, reason: { type: "string" } }),
  });
}
