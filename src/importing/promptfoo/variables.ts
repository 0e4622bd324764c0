import { extname } from "node:path";
import { isRecord } from "../../text/index.ts";
import { isFileReference } from "../reading/file-references.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { itemsOf, type Located } from "../reading/located.ts";
import { translateValue } from "../templates/translate-value.ts";
import { loadedValue } from "./assertions/loaded-value.ts";

/** Reads a test's variables before lists are expanded; a file may hold them all. */
export function readVariables(written: Located, context: ImportContext): Record<string, unknown> {
  if (isRecord(written.value)) return fromFiles(written.value, written, context);
  const variables: Record<string, unknown> = {};
  for (const item of itemsOf(written)) {
    const found =
      typeof item.value === "string"
        ? context.files.findAll(item.value)
        : { ok: false as const, reason: "it is not a mapping" };
    const refuse = (reason: string) =>
      context.notes.add({ outcome: "not_translated", what: "vars", reason }, item.place);
    if (!found.ok) {
      refuse(found.reason);
      continue;
    }
    for (const path of found.paths) {
      const opened = /\.(?:ya?ml|json)$/.test(path) ? openForeignFile(path, context.files.root) : undefined;
      if (opened?.ok && isRecord(opened.file.value))
        Object.assign(variables, fromFiles(opened.file.value, item, context));
      else refuse(`${context.files.shown(path)} is not a YAML or JSON file with a mapping`);
    }
  }
  return variables;
}

function fromFiles(
  variables: Record<string, unknown>,
  placed: Located,
  context: ImportContext,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    const values = Array.isArray(value) ? value : [value];
    if (!values.some(isFileReference)) {
      result[name] = value;
      continue;
    }
    const loaded = values.flatMap((one) => (isFileReference(one) ? fromFile(name, one, placed, context) : [one]));
    if (loaded.length > 0) result[name] = loaded.length === 1 && !Array.isArray(value) ? loaded[0] : loaded;
  }
  return result;
}

const MEDIA = /^\.(?:png|jpe?g|gif|webp|bmp|svg|mp3|wav|ogg|mp4|webm|mov|pdf)$/i;

function fromFile(name: string, reference: string, placed: Located, context: ImportContext): unknown[] {
  const refuse = (reason: string): unknown[] => {
    context.notes.add({ outcome: "not_translated", what: `variable ${name}`, reason }, placed.inside(name).place);
    return [];
  };
  if (MEDIA.test(extname(reference)))
    return refuse("it is an image, a recording or a document; a case names such files in its messages (docs/media.md)");
  const found = context.files.findAll(reference.replace(/(\.(?:[mc]?[jt]s|py)):\w+$/, "$1"));
  if (!found.ok) return refuse(found.reason);
  return found.paths.flatMap((path) => {
    const loaded = loadedValue(`file://${context.files.shown(path)}`, context.files);
    return loaded.ok
      ? [typeof loaded.value === "string" ? loaded.value : JSON.stringify(loaded.value)]
      : refuse(loaded.reason);
  });
}

/** Yields every combination of the lists' values, in order. */
export function* combinations(variables: Record<string, unknown>): Generator<Record<string, unknown>> {
  const lists = Object.entries(variables).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  const counts = lists.map(([, list]) => list.length);
  const total = counts.reduce((product, count) => product * count, 1);
  for (let number = 0; number < total; number++) {
    let rest = number;
    const chosen: Record<string, unknown> = {};
    for (let at = lists.length - 1; at >= 0; at--) {
      chosen[lists[at]![0]] = lists[at]![1][rest % counts[at]!];
      rest = Math.floor(rest / counts[at]!);
    }
    yield { ...variables, ...chosen };
  }
}

export function countCombinations(variables: Record<string, unknown>): number {
  return Object.values(variables).reduce<number>(
    (product, value) => product * (Array.isArray(value) ? value.length : 1),
    1,
  );
}

/** Variables may refer to each other; deeper references are circular. */
const DEEPEST = 5;

/** Fills in variables within variables. Unresolvable ones stay unchanged and are reported. */
export function resolveVariables(
  variables: Record<string, unknown>,
  tell: (name: string, reason: string) => void,
): Record<string, unknown> {
  if (!Object.values(variables).some(hasTemplate)) return variables;
  const resolved = { ...variables };
  for (const [name, value] of Object.entries(variables)) {
    let current = value;
    let isToldOf = false;
    for (let round = 0; round < DEEPEST && hasTemplate(current); round++) {
      const translated = translateValue(current, resolved);
      if (!translated.ok) {
        tell(name, translated.reason);
        isToldOf = true;
        break;
      }
      current = translated.rendered;
    }
    if (!isToldOf && hasTemplate(current)) tell(name, "it still holds braces after five rounds of filling in");
    resolved[name] = current;
  }
  return resolved;
}

function hasTemplate(value: unknown): boolean {
  return typeof value === "string" && /\{\{|\{%/.test(value);
}
