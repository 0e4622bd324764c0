import type { Violation } from "../../../records/index.ts";
import { type FieldRule, isRecord, readWholeJson, taglessJson } from "../../../text/index.ts";
import type { Contract } from "../../panel/contract.ts";
import type { ItemId } from "../sampling/experiment-output.ts";
import { idKey } from "../sampling/sample.ts";

export interface ItemVerdict {
  item_id: ItemId;
  ambiguous: boolean;
  [field: string]: unknown;
}

export interface SingletonVerdict {
  item_id: ItemId;
  should_cluster: boolean;
  best_cluster_id: ItemId | null;
  confidence: number;
  [field: string]: unknown;
}

/** A judge's answer about a batch: the valid verdicts, and the violations of the others by item key. */
export interface BatchAnswer<Verdict> {
  verdicts: Verdict[];
  broken: { item_id: ItemId; violations: Violation[] }[];
  /** Elements about things that are not in the batch; ignored, but reported. */
  strangers: Violation[];
}

/**
 * The contract for items. The judge must answer with nothing but a JSON array; any other answer, or one without a valid verdict,
 * is refused as a whole. Items are independent: a valid verdict is kept although its neighbour is broken, so that only the broken
 * one is asked again.
 */
export function itemContract(ids: ItemId[], fields: Record<string, FieldRule>): Contract<BatchAnswer<ItemVerdict>> {
  return batchContract(ids, (element, path) => [
    ...fieldViolations(element, fields, path),
    ...fieldViolations(element, { ambiguous: { type: "boolean" } }, path),
  ]);
}

/**
 * The contract for singletons.
 *
 * @param clusterIds the existing clusters; no other may be named
 * @param fields further fields required by the rubric
 */
export function singletonContract(
  ids: ItemId[],
  clusterIds: ItemId[],
  fields: Record<string, FieldRule> = {},
): Contract<BatchAnswer<SingletonVerdict>> {
  const existing = new Set(clusterIds.map(idKey));
  return batchContract(ids, (element, path) => [
    ...fieldViolations(element, { ...fields, ...SINGLETON_FIELDS }, path),
    ...clusterViolations(element, existing, path),
  ]);
}

const SINGLETON_FIELDS: Record<string, FieldRule> = {
  should_cluster: { type: "boolean" },
  confidence: { type: "integer", min: 1, max: 5 },
};

function batchContract<Verdict extends { item_id: ItemId }>(
  ids: ItemId[],
  violationsOf: (element: Record<string, unknown>, path: string) => Violation[],
): Contract<BatchAnswer<Verdict>> {
  return {
    check(text) {
      const array = parseArray(text);
      if (!Array.isArray(array)) return { ok: false, violations: [array] };
      const byKey = new Map<string, { element: Record<string, unknown>; path: string }[]>(
        ids.map((id) => [idKey(id), []]),
      );
      const strangers: Violation[] = [];
      array.forEach((element: unknown, index) => {
        const path = `[${index}]`;
        const known = isRecord(element) ? byKey.get(JSON.stringify(element.item_id) ?? "") : undefined;
        if (known) known.push({ element: element as Record<string, unknown>, path });
        else strangers.push(stranger(element, path, ids));
      });
      const answer: BatchAnswer<Verdict> = { verdicts: [], broken: [], strangers };
      for (const id of ids) {
        const found = byKey.get(idKey(id)) ?? [];
        const violations =
          found.length === 1 ? violationsOf(found[0]!.element, found[0]!.path) : [wrongNumber(id, found.length)];
        if (violations.length === 0) answer.verdicts.push(found[0]!.element as Verdict);
        else answer.broken.push({ item_id: id, violations });
      }
      // An answer without a valid verdict is no answer; it is never reused, and the judge is told the reason.
      if (answer.verdicts.length === 0) {
        return { ok: false, violations: [...answer.broken.flatMap(({ violations }) => violations), ...strangers] };
      }
      return { ok: true, answer, repairs: [] };
    },
  };
}

function parseArray(text: string): unknown[] | Violation {
  const reading = readWholeJson(text);
  if (!reading) {
    return {
      rule: "not_json",
      path: "",
      message: "the answer must be a JSON array and nothing else; it is not valid JSON",
    };
  }
  if (!Array.isArray(reading.value)) {
    return { rule: "not_an_array", path: "", message: "the answer must be a JSON array, one element per item" };
  }
  const [twice] = reading.duplicate_keys;
  if (twice !== undefined)
    return {
      rule: "duplicate_key",
      path: twice,
      message: "a key appears twice, so it is unclear which value is meant",
    };
  return reading.value;
}

/** Quotes a value in a sentence for a judge: nothing invisible, no tag, shortened. */
function shown(value: unknown): string {
  const text = taglessJson(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function stranger(element: unknown, path: string, ids: ItemId[]): Violation {
  if (!isRecord(element)) return { rule: "not_an_object", path, message: "every element must be a JSON object" };
  const { item_id } = element;
  if (item_id === undefined) return { rule: "missing_item_id", path, message: `"item_id" is missing` };
  const twin = ids.find((id) => String(id) === String(item_id));
  if (twin !== undefined) {
    const message = `"item_id" must be the ${typeof twin} ${shown(twin)}, not ${shown(item_id)}`;
    return { rule: "item_id_type", path, message };
  }
  return { rule: "unknown_item", path, message: `${shown(item_id)} is not an item of this batch` };
}

function wrongNumber(id: ItemId, count: number): Violation {
  if (count === 0) return { rule: "missing_item", path: "", message: `item ${shown(id)} is missing` };
  return { rule: "duplicate_item", path: "", message: `item ${shown(id)} appears ${count} times; it must appear once` };
}

function fieldViolations(
  element: Record<string, unknown>,
  fields: Record<string, FieldRule>,
  path: string,
): Violation[] {
  return Object.entries(fields).flatMap(([name, rule]) => {
    const value = Object.hasOwn(element, name) ? element[name] : undefined;
    const place = `${path}.${name}`;
    if (value === undefined) return [{ rule: "missing_field", path: place, message: `"${name}" is missing` }];
    const expected = expectationOf(rule);
    if (!hasType(value, rule)) {
      return [
        {
          rule: "wrong_type",
          path: place,
          message: `"${name}" must be ${expected}, not ${shown(value)}`,
        },
      ];
    }
    if (!isInRange(value, rule))
      return [{ rule: "out_of_range", path: place, message: `"${name}" must be ${expected}, not ${value}` }];
    return [];
  });
}

function clusterViolations(element: Record<string, unknown>, existing: Set<string>, path: string): Violation[] {
  const place = `${path}.best_cluster_id`;
  const { should_cluster, best_cluster_id } = element;
  if (!Object.hasOwn(element, "best_cluster_id")) {
    return [
      { rule: "missing_field", path: place, message: `"best_cluster_id" is missing; it is null when there is none` },
    ];
  }
  if (best_cluster_id !== null && !existing.has(JSON.stringify(best_cluster_id))) {
    const message = `${shown(best_cluster_id)} is not one of the existing clusters`;
    return [{ rule: "unknown_cluster", path: place, message }];
  }
  if (should_cluster === true && best_cluster_id === null) {
    return [
      {
        rule: "cluster_missing",
        path: place,
        message: `"should_cluster" is true, so "best_cluster_id" must name a cluster`,
      },
    ];
  }
  if (should_cluster === false && best_cluster_id !== null) {
    return [
      {
        rule: "cluster_unexpected",
        path: place,
        message: `"should_cluster" is false, so "best_cluster_id" must be null`,
      },
    ];
  }
  return [];
}

function expectationOf(rule: FieldRule): string {
  if (rule.type === "boolean") return "true or false";
  if (rule.type === "string") return "a string";
  const kind = rule.type === "integer" ? "a whole number" : "a number";
  if (rule.min !== undefined && rule.max !== undefined) return `${kind} from ${rule.min} to ${rule.max}`;
  if (rule.min !== undefined) return `${kind} of at least ${rule.min}`;
  return rule.max !== undefined ? `${kind} of at most ${rule.max}` : kind;
}

function hasType(value: unknown, rule: FieldRule): boolean {
  if (rule.type === "integer") return Number.isInteger(value);
  if (rule.type === "number") return typeof value === "number" && Number.isFinite(value);
  return typeof value === rule.type;
}

function isInRange(value: unknown, rule: FieldRule): boolean {
  if (rule.type !== "integer" && rule.type !== "number") return true;
  const number = value as number;
  return number >= (rule.min ?? Number.NEGATIVE_INFINITY) && number <= (rule.max ?? Number.POSITIVE_INFINITY);
}
