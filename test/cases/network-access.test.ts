import { describe, expect, test } from "vitest";
import { loadCampaign } from "../../src/config/index.ts";
import { caseAt, inWords, problemsOf, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const profile = (access: string) => ({ "configs/run_profiles/r.yaml": profileText(`network_access: ${access}\n`) });

describe("network_access accepts", () => {
  test.each([
    "deny",
    "allow",
    "[pypi.org]",
    "[pypi.org, '*.pythonhosted.org']",
    "['registry.npmjs.org:8443']",
    "[10.0.0.5]",
    "['127.0.0.1:3000']",
    "['[::1]:3000']",
    "[localhost]",
    "['xn--bcher-kva.example']",
  ])("%s", async (access) => expect(await problemsOf(profile(access))).toEqual([]));
});

describe("network_access refuses", () => {
  test.each([
    ["alow", 'network_access: expected deny or allow, found "alow" Did you mean "allow"?'],
    ["true", "network_access: expected deny or allow, found true"],
    ["[]", "network_access: name at least one host, or write `deny`"],
    ["['https://pypi.org']", "network_access[0]: expected a host such as `pypi.org`"],
    ["[pypi.org/simple]", "network_access[0]: expected a host such as"],
    ["[pypi.org, '*']", "network_access[1]: expected a host such as"],
    ["['*.*.org']", "network_access[0]: expected a host such as"],
    ["['user@pypi.org']", "network_access[0]: expected a host such as"],
    ["['pypi.org:0']", "network_access[0]: expected a host such as"],
    ["['pypi.org:https']", "network_access[0]: expected a host such as"],
    ["['-pypi.org']", "network_access[0]: expected a host such as"],
    ["['py pi.org']", "network_access[0]: expected a host such as"],
    ["[pypi.org, 3]", "network_access[1]: expected text, found 3"],
    ["[pypi.org, PyPI.org]", "network_access: names a host twice"],
    ["{ pypi.org: true }", "network_access: expected deny or allow"],
  ])("%s", async (access, says) => {
    const [problem, ...more] = await problemsOf(profile(access));
    expect(problem).toContain(`configs/run_profiles/r.yaml:4 ${says}`);
    expect(more).toEqual([]);
  });
});

test("a list of hosts is refused for a case whose commands have the whole network or none", async () => {
  const root = temporaryFolder({
    ...caseAt("shell", "  context: { llm_probe: { tools: [exec_shell] } }\n"),
    ...profile("[pypi.org]"),
    "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [shell] }\n"),
  });
  const { ok, diagnostics } = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  expect(ok).toBe(false);
  expect(diagnostics.map(inWords).join("\n")).toMatch(
    /r\.yaml:4 network_access: a list of hosts is for agents, but "shell" offers exec_shell/,
  );
});

test("and taken where no such case is selected", async () => {
  const root = temporaryFolder({
    ...caseAt("plain"),
    ...profile("[pypi.org]"),
    "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [plain] }\n"),
  });
  const { diagnostics } = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  expect(diagnostics).toEqual([]);
});
