import type { CaseFile } from "../case/load-case.ts";
import { type CaseCollection, loadCases } from "../case/load-cases.ts";
import { type Diagnostic, hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { resolveReference } from "../finding/resolve-reference.ts";
import { loaderVersion } from "../parsed-forms/loader-version.ts";
import { openParsedForms } from "../parsed-forms/parsed-forms.ts";
import { checkRunProfile } from "../profiles/run-profile-rules.ts";
import { caseSelection } from "../schema/campaign/suite.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { loadVariants } from "../suite/load-variants.ts";
import { assignable } from "../suite/match-assignments.ts";
import { selectCases } from "../suite/select-cases.ts";
import { decide } from "../suite/selection.ts";
import { subjectsOf } from "../suite/subjects.ts";
import { checkSuite } from "../suite/suite-rules.ts";
import { checkVariantEffects } from "../suite/variant-effects.ts";
import { assignAgents } from "./assign-agents.ts";
import type { CampaignConfig, CampaignReference, SelectedCase } from "./campaign-config.ts";

/**
 * Loads everything a campaign needs, valid and resolved, or returns all errors. Errors in cases that the suite does not select are
 * warnings.
 */
export async function loadCampaign(reference: CampaignReference): Promise<Loaded<CampaignConfig>> {
  const { from } = reference;
  const suitePlace = await resolveReference({ from, reference: reference.suite, ...NAMED_KINDS.suite });
  // A suite given by path determines the workspace in which the other id is looked up.
  const profilePlace = await resolveReference({
    from,
    reference: reference.runProfile,
    ...NAMED_KINDS.runProfile,
    ...(suitePlace.ok ? { root: suitePlace.root } : {}),
  });
  const diagnostics: Diagnostic[] = [suitePlace, profilePlace].flatMap((place) => (place.ok ? [] : [place.diagnostic]));
  if (!suitePlace.ok) return { ok: false, diagnostics };
  const { root } = suitePlace;
  const suiteFile = loadNamed(suitePlace.path, root, NAMED_KINDS.suite, suitePlace.foundBy);
  const profileFile = profilePlace.ok
    ? loadNamed(profilePlace.path, root, NAMED_KINDS.runProfile, profilePlace.foundBy)
    : undefined;
  const cases = await casesOf(root, reference.parsedForms);
  diagnostics.push(...suiteFile.diagnostics, ...(profileFile?.diagnostics ?? []));
  const { value: suite, source: suiteSource } = suiteFile;
  if (suite === undefined || suiteSource === undefined) {
    diagnostics.push(...problemsOfCases(cases, selectedByBrokenSuite(suiteSource, cases.files)));
    return { ok: false, diagnostics };
  }

  diagnostics.push(...checkSuite(suite).map((complaint) => complainAbout(suiteSource, complaint)));
  if (suite.models.length === 0)
    diagnostics.push(complainAbout(suiteSource, { path: ["models"], message: "needs at least one model to run" }));
  const { variants, diagnostics: ofVariants } = loadVariants(suite, suiteSource, root);
  diagnostics.push(...ofVariants);
  const selection = selectCases(suite, cases.files);
  diagnostics.push(...selection.complaints.map((complaint) => complainAbout(suiteSource, complaint)));
  if (selection.selected.length === 0)
    diagnostics.push(
      complainAbout(suiteSource, { path: ["case_selection"], at: "key", message: "selects no case at all" }),
    );
  diagnostics.push(...problemsOfCases(cases, new Set(selection.selected.map(({ file }) => file))));

  const selected = selection.selected.flatMap(({ file, reason }): SelectedCase[] =>
    file.loaded ? [{ loaded: file.loaded, reason }] : [],
  );
  const effects = checkVariantEffects(
    variants,
    selected.map(({ loaded }) => loaded),
  );
  diagnostics.push(...effects.map((complaint) => complainAbout(suiteSource, complaint)));

  const { value: runProfile, source: profileSource } = profileFile ?? {};
  if (runProfile === undefined || profileSource === undefined) return { ok: false, diagnostics };
  diagnostics.push(
    ...checkRunProfile(runProfile, { suite, cases: selected }).map((complaint) =>
      complainAbout(profileSource, complaint),
    ),
  );
  const candidates = selection.selected.map(({ file }) => assignable(file));
  const assigned = assignAgents({
    root,
    suite,
    suiteSource,
    runProfile,
    profileSource,
    candidates,
    cases: selected,
  });
  diagnostics.push(...assigned.diagnostics);
  return hasErrors(diagnostics)
    ? { ok: false, diagnostics }
    : {
        ok: true,
        value: {
          root,
          suite,
          runProfile,
          variants,
          subjects: subjectsOf(suite.models, variants),
          cases: assigned.cases,
        },
        diagnostics,
      };
}

async function casesOf(root: string, parsedForms: CampaignReference["parsedForms"]): Promise<CaseCollection> {
  if (parsedForms === undefined) return loadCases(root);
  const forms = openParsedForms<TestCase>(parsedForms.path, loaderVersion(), parsedForms);
  const cases = await loadCases(root, forms);
  forms.save();
  return cases;
}

/** Turns errors in cases that are not selected into warnings. */
function problemsOfCases({ files, misplaced }: CaseCollection, selected: ReadonlySet<CaseFile>): Diagnostic[] {
  // Rows share the diagnostics of their dataset, so report those once.
  const own = new Set(files.filter((file) => selected.has(file)).flatMap(({ diagnostics }) => diagnostics));
  const others = new Set(files.filter((file) => !selected.has(file)).flatMap(({ diagnostics }) => diagnostics));
  return [
    ...own,
    ...[...[...others].filter((problem) => problem.severity === "error" && !own.has(problem)), ...misplaced].map(
      (problem) => ({
        ...problem,
        severity: "warning" as const,
      }),
    ),
  ];
}

/** Selects cases even if the suite is broken elsewhere, so that their errors are reported too. */
function selectedByBrokenSuite(source: SourceFile | undefined, files: readonly CaseFile[]): Set<CaseFile> {
  const selection = caseSelection
    .optional()
    .safeParse((source?.value as Record<string, unknown> | null | undefined)?.case_selection);
  if (source === undefined || !selection.success) return new Set();
  return new Set(files.filter((file) => decide(selection.data ?? {}, file).selected));
}
