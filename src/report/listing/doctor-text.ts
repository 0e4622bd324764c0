import { columns, formatFixed, type Layout } from "../../text/presentation/index.ts";

/** Output of `assay doctor --output json`: what this machine provides and lacks. */
export interface DoctorReport {
  schema_version: 1;
  kind: "doctor";
  /** True if campaigns can run here as intended. */
  ok: boolean;
  /** Problems to fix, one sentence each. */
  problems: string[];
  assay: string;
  node: { version: string; platform: string; processor: string };
  sandbox: {
    /** The run profile's setting, or `auto`. */
    setting: string;
    /** Sandbox for commands and hooks; null if none works. */
    used: string | null;
    /** Guarantees of the sandbox on this machine, kept or not. */
    guarantees: DoctorGuarantee[];
    /** All sandboxes; `problem` is null for those that work. */
    tried: { name: string; problem: string | null }[];
  };
  container_engines: { name: string; version: string; problem: string | null }[];
  /** Names of keys and whether they are set, never their values. */
  keys: { name: string; set: boolean; wanted_by: string }[];
  store: { path: string; writable: boolean; problem: string | null; free_bytes: number | null };
  temporary: { path: string; writable: boolean; problem: string | null; free_bytes: number | null };
}

export interface DoctorGuarantee {
  name: string;
  held: "full" | "partly" | "no";
  says: string;
  remedy?: string;
}

export function doctorText(report: DoctorReport, layout: Layout = {}): string {
  const { node, sandbox, container_engines, keys, store, temporary } = report;
  const engines = container_engines.map(({ name, version, problem }) => [name, problem ?? version]);
  return [
    columns(
      [
        ["Assay", report.assay],
        ["Node", `${node.version} on ${node.platform} ${node.processor}`],
        ["Store", place(store)],
        ["Temporary files", place(temporary)],
      ],
      "",
      layout,
    ),
    "",
    `Sandbox: ${sandbox.used ?? "none"} (sandbox: ${sandbox.setting})`,
    indented(
      sandbox.guarantees.map(({ name, held, says }) => [HELD[held], name.replaceAll("_", " "), says]),
      layout,
    ),
    ...sandbox.tried
      .filter(({ problem }) => problem !== null)
      .map(({ name, problem }) => `  not here: ${name}: ${problem}`),
    "",
    "Container engines",
    engines.length > 0 ? indented(engines, layout) : "  none; agents need docker or podman",
    "",
    "Keys",
    indented(
      keys.map(({ name, set, wanted_by }) => [name, set ? "set" : "not set", wanted_by]),
      layout,
    ),
    "",
    report.ok ? "Nothing to fix." : ["To mend:", ...report.problems.map((problem) => `  ${problem}`)].join("\n"),
  ].join("\n");
}

const HELD = { full: "yes", partly: "partly", no: "no" };

function indented(rows: string[][], layout: Layout): string {
  return columns(rows, "  ", layout);
}

function place({ path, problem, free_bytes }: DoctorReport["store"]): string {
  if (problem !== null) return `${path}: ${problem}`;
  return free_bytes === null ? path : `${path}, ${formatFixed(free_bytes / 1024 ** 3, 1)} GiB free`;
}
