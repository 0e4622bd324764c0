import type { CaseFile } from "../case/load-case.ts";
import { loadCases } from "../case/load-cases.ts";
import { type Diagnostic, hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { resolveReference } from "../finding/resolve-reference.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import { complainAbout } from "../source/source-file.ts";
import { loadVariants } from "./load-variants.ts";
import { assignable, matchAssignments } from "./match-assignments.ts";
import { selectCases } from "./select-cases.ts";
import { checkSuite } from "./suite-rules.ts";

/** A suite's decision about one case, with the reason. */
interface InspectedCase {
  file: CaseFile;
  selected: boolean;
  reason: string;
  /** Assigned agent; an OpenClaw case without one uses the run profile's. */
  agentId?: string;
}

export interface InspectedSuite {
  root: string;
  suite: Suite;
  /** All cases of the workspace, in order. */
  cases: InspectedCase[];
}

/** Loads a suite with its selected and unselected cases and the reasons. Broken cases are listed too. */
export async function inspectSuite({
  from,
  reference,
}: {
  from: string;
  reference: string;
}): Promise<Loaded<InspectedSuite>> {
  const resolved = await resolveReference({ from, reference, ...NAMED_KINDS.suite });
  if (!resolved.ok) return { ok: false, diagnostics: [resolved.diagnostic] };
  const { path, root } = resolved;
  const { source, value: suite, diagnostics: own } = loadNamed(path, root, NAMED_KINDS.suite, resolved.foundBy);
  const cases = await loadCases(root);
  const diagnostics: Diagnostic[] = [...own];
  if (source === undefined || suite === undefined) return { ok: false, diagnostics };
  diagnostics.push(...loadVariants(suite, source, root).diagnostics);
  const { selected, unselected, complaints } = selectCases(suite, cases.files);
  const { assigned, complaints: assignmentComplaints } = matchAssignments(
    suite,
    selected.map(({ file }) => assignable(file)),
  );
  for (const complaint of [...checkSuite(suite), ...complaints, ...assignmentComplaints])
    diagnostics.push(complainAbout(source, complaint));
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const decided = [
    ...selected.map(({ file, reason }): InspectedCase => {
      const agentId = assigned.get(file.caseId)?.agentId;
      return { file, selected: true, reason, ...(agentId === undefined ? {} : { agentId }) };
    }),
    ...unselected.map(({ file, reason }): InspectedCase => ({ file, selected: false, reason })),
  ];
  const order = new Map(cases.files.map((file, index) => [file, index]));
  decided.sort((a, b) => order.get(a.file)! - order.get(b.file)!);
  return { ok: true, value: { root, suite, cases: decided }, diagnostics };
}
