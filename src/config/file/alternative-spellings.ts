import { isRecord } from "../../text/index.ts";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";

/** Warns of alternative spellings: accepted, but not preferred. */
export function warnOfAlternativeSpellings(source: SourceFile): Diagnostic[] {
  return ALTERNATIVE_SPELLINGS.filter(({ path, isAlternative }) => isAlternative(valueAt(source.value, path))).map(
    ({ path, prefer }) =>
      complainAbout(source, { severity: "warning", path, at: "key", message: `is understood; ${prefer}` }),
  );
}

interface SecondForm {
  path: FieldPath;
  isAlternative: (value: unknown) => boolean;
  prefer: string;
}

const isThere = (value: unknown) => value !== undefined;
const isText = (value: unknown) => typeof value === "string";
const LEAVE_OUT = "we prefer to leave it out, because the container of a trial is its sandbox";

const ALTERNATIVE_SPELLINGS: readonly SecondForm[] = [
  {
    path: ["rubric", "scale", "anchors"],
    isAlternative: isThere,
    prefer: "we prefer `anchors` beside `scale`, as `rubric.anchors`",
  },
  {
    path: ["openclaw", "model_defaults", "aliases"],
    isAlternative: isRecord,
    prefer: "we prefer the name alone (`aliases: name`), because the suite's model is the only one",
  },
  { path: ["openclaw", "agents_defaults", "sandbox"], isAlternative: isText, prefer: LEAVE_OUT },
  { path: ["openclaw", "agent", "sandbox"], isAlternative: isText, prefer: LEAVE_OUT },
];

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((here, key) => (isRecord(here) ? here[key] : undefined), value);
}
