import { UnknownNameError } from "../../errors/index.ts";
import { NAMED_PROTOCOLS, type ShownUnit } from "../../judging/index.ts";
import { listNamed } from "../../store/index.ts";
import type { StoredResults } from "../store/results/stored-results.ts";

/** Finds a named result by `<name>/<number or id>`. Null if no judging has that name. */
export function showNamed(results: StoredResults, written: string): ShownUnit | null {
  const kinds = Object.values(NAMED_PROTOCOLS).map(({ folder }) => `${folder}/`);
  const [, name, which] =
    new RegExp(`^(?:outputs/)?(?:${kinds.join("|")})?([^/#]+)[/#](.+)$`).exec(written.trim()) ?? [];
  if (name === undefined || which === undefined) return null;
  for (const [protocol, reader] of results.named()) {
    const listed = listNamed(results.records.outputs, NAMED_PROTOCOLS[protocol]).find((result) => result.name === name);
    const found = listed && reader.show(results.records, listed, which);
    if (!found) continue;
    if ("problem" in found)
      throw new UnknownNameError(found.problem, { kind: found.kind, name: which, known: found.known });
    return found;
  }
  return null;
}
