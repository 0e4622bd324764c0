import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { Agent } from "../schema/agents/agent.ts";
import { AGENT_PLACEHOLDERS, type AgentKind, agentProgramFields } from "../schema/agents/agent-program.ts";
import type { Complaint } from "../source/source-file.ts";
import { unpinned } from "./unpinned-image.ts";

type Field = keyof typeof agentProgramFields | "openclaw";

/** Assay sets the rest of its command line. */
const OF_OPENCLAW = new Set<string>(["kind", "image", "program", "environment", "host_folders"] satisfies Field[]);

const ONLY_COMMAND: readonly Field[] = ["command", "resume", "output", "version_command"];

/** Checks that an agent's fields suit its kind, and that the suite's model reaches it. */
export function checkProgram(agent: Agent): Complaint[] {
  const kind = agent.kind ?? "openclaw";
  const complaints = Object.entries(refusedFields(kind)).flatMap(([field, message]): Complaint[] =>
    agent[field as Field] === undefined ? [] : [{ path: [field], at: "key", message }],
  );
  if (agent.image !== undefined && agent.host_folders !== undefined)
    complaints.push({
      path: ["host_folders"],
      at: "key",
      message: "is for the sandbox; a container sees the folders of its image only",
    });
  if (kind === "command") complaints.push(...commandRules(agent));
  if (kind === "openclaw") complaints.push(...ownVariables(agent));
  return [
    ...complaints,
    ...unpinned(agent.image, ["image"], "2.1.0"),
    ...findModelArguments(agent),
    ...placeholderRules(agent),
  ];
}

/** Lists fields without effect for a kind, each with advice. */
function refusedFields(kind: AgentKind): Partial<Record<Field, string>> {
  const refused = (fields: readonly Field[], message: string) =>
    Object.fromEntries(fields.map((field) => [field, message]));
  if (kind === "openclaw") {
    const others = Object.keys(agentProgramFields).filter((field) => !OF_OPENCLAW.has(field)) as Field[];
    return refused(others, "has no effect on an OpenClaw agent, which Assay calls by itself; say which `kind` it is");
  }
  const openclaw = { openclaw: `is for \`kind: openclaw\`; this agent is a ${kind}` };
  if (kind === "command")
    return { ...openclaw, ...refused(["program", "arguments"], "has no effect beside `command`; write it there") };
  const message = `is fixed for ${kind}; add words with \`arguments\`, or describe all of it with \`kind: command\``;
  return { ...openclaw, ...refused(ONLY_COMMAND, message) };
}

/** Variables that give OpenClaw its paths and its key. */
const SET_BY_ASSAY = ["HOME", "OPENCLAW_CONFIG_PATH", "OPENCLAW_STATE_DIR", "OPENROUTER_API_KEY"];

function ownVariables({ environment = {} }: Agent): Complaint[] {
  return SET_BY_ASSAY.filter((name) => environment[name] !== undefined).map((name) => ({
    path: ["environment", name],
    at: "key",
    message: "is set by Assay for every trial of an OpenClaw agent; remove it",
  }));
}

function commandRules({ command, resume, output, environment, home_files }: Agent): Complaint[] {
  const complaints: Complaint[] = [];
  const missing = (field: Field, what: string) =>
    complaints.push({ path: [field], message: `is missing: \`kind: command\` needs ${what}` });
  if (command === undefined) missing("command", "the words that start the agent");
  if (output === undefined) missing("output", "to know how its answer is read, such as `{ format: text }`");
  if (command === undefined) return complaints;
  const everywhere = [...command, ...Object.values(environment ?? {}), ...Object.values(home_files ?? {})].join("\n");
  const needs = (places: string[], problem: string) => {
    if (!places.some((name) => everywhere.includes(`{${name}}`)))
      complaints.push({ path: ["command"], message: problem });
  };
  needs(["model"], "the suite's model never reaches the agent: put `{model}` where its program takes a model");
  needs(
    ["base_url", "origin"],
    "the agent would look for its model elsewhere: put `{base_url}` (or `{origin}`, without `/v1`) where its program takes an address",
  );
  needs(["token"], "the agent has no key: put `{token}` where its program takes one, in `environment` for example");
  const knowsSession = output?.session !== undefined || command.some((word) => word.includes("{session}"));
  if (resume?.some((word) => word.includes("{session}")) && !knowsSession)
    complaints.push({
      path: ["resume"],
      message:
        "it is unclear which session that is: put `{session}` into `command` too, or say in `output.session` where the agent prints it",
    });
  return complaints;
}

/** Finds arguments that choose a model: a run must use the suite's model, and the proxy refuses any other. */
function findModelArguments({ arguments: words = [] }: Agent): Complaint[] {
  return words.flatMap((word, index): Complaint[] => {
    if (!/^(?:-m|--(?:fallback-)?model)(?:=|$)|^(?:--config=)?model=/.test(word)) return [];
    return [
      { path: ["arguments", index], message: "an agent may not choose a model: the suite's model is the only one" },
    ];
  });
}

/** Warns of unknown placeholders. They reach the program as they are, but most are misspelt. */
function placeholderRules({ command = [], resume = [], arguments: more = [], environment = {} }: Agent): Complaint[] {
  const places: [FieldPath, string][] = [
    ...Object.entries({ command, resume, arguments: more }).flatMap(([field, words]) =>
      words.map((word, index): [FieldPath, string] => [[field, index], word]),
    ),
    ...Object.entries(environment).map(([name, value]): [FieldPath, string] => [["environment", name], value]),
  ];
  return places.flatMap(([path, text]) =>
    [...text.matchAll(/\{([a-z][a-z_]*)\}/g)].flatMap(([found, name = ""]): Complaint[] => {
      if (AGENT_PLACEHOLDERS.some((known) => known === name)) return [];
      const suggestion = didYouMean(name, AGENT_PLACEHOLDERS);
      const message = `${found} is not a placeholder and reaches the program as it is; there are ${AGENT_PLACEHOLDERS.map((known) => `{${known}}`).join(", ")}`;
      return [{ path, message, ...(suggestion ? { suggestion } : { severity: "warning" as const }) }];
    }),
  );
}
