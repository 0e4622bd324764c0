import { extname } from "node:path";
import { type FileReferences, isFileReference } from "../../reading/file-references.ts";
import { openForeignFile } from "../../reading/foreign-file.ts";

type LoadedValue = { ok: true; value: unknown } | { ok: false; reason: string };

/** Caches values, because thousands of tests use the same file in the same assertion. */
const loaded = new WeakMap<FileReferences, Map<string, LoadedValue>>();

/** The value of an assertion, read from a file if it names one. */
export function loadedValue(value: unknown, files: FileReferences): LoadedValue {
  if (!isFileReference(value)) return { ok: true, value };
  const known = loaded.get(files) ?? new Map<string, LoadedValue>();
  loaded.set(files, known);
  const before = known.get(value);
  if (before !== undefined) return before;
  const result = load(value, files);
  known.set(value, result);
  return result;
}

function load(reference: string, files: FileReferences): LoadedValue {
  if (/\.(?:[mc]?[jt]s|py|rb)(?::\w+)?$/.test(reference.trim()))
    return { ok: false, reason: "its value is made by code, which is not run here" };
  const found = files.find(reference);
  if (!found.ok) return found;
  if ([".json", ".yaml", ".yml"].includes(extname(found.path))) {
    const opened = openForeignFile(found.path, files.root);
    return opened.ok
      ? { ok: true, value: opened.file.value }
      : { ok: false, reason: `${files.shown(found.path)} ${opened.diagnostics[0]?.message ?? "cannot be read"}` };
  }
  const read = files.readText(found.path);
  return read.ok
    ? { ok: true, value: read.text.trim() }
    : { ok: false, reason: `${files.shown(found.path)} ${read.reason}` };
}
