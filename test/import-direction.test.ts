import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

/** Permitted imports. One direction, no cycles, and no unused permission. */
type Directions = Record<string, string[]>;

/** Folders of src/, always through their index.ts. */
const FOLDERS: Directions = {
  statistics: [],
  text: [],
  files: ["text"],
  records: ["text"],
  config: ["records", "files", "text"],
  sandbox: ["files", "text"],
  errors: ["config"],
  gateway: ["config", "records", "text"],
  importing: ["config", "files", "text"],
  proxy: ["gateway", "records", "files", "text"],
  store: ["errors", "records", "files", "text"],
  runners: ["proxy", "gateway", "sandbox", "config", "records", "files", "text"],
  campaign: ["runners", "store", "gateway", "errors", "sandbox", "config", "records", "files", "text", "statistics"],
  checks: ["runners", "sandbox", "config", "records", "files", "text"],
  cluster: [
    "checks",
    "campaign",
    "runners",
    "store",
    "gateway",
    "errors",
    "sandbox",
    "config",
    "records",
    "files",
    "text",
  ],
  judging: [
    "checks",
    "campaign",
    "runners",
    "store",
    "gateway",
    "errors",
    "sandbox",
    "config",
    "records",
    "files",
    "text",
    "statistics",
  ],
  labels: ["judging", "store", "config", "records", "text", "statistics"],
  calibration: ["labels", "judging", "config", "records", "text", "statistics"],
  report: ["calibration", "judging", "campaign", "store", "importing", "config", "records", "text", "statistics"],
  operations: [
    "report",
    "calibration",
    "labels",
    "judging",
    "cluster",
    "checks",
    "campaign",
    "runners",
    "store",
    "importing",
    "gateway",
    "errors",
    "sandbox",
    "config",
    "records",
    "files",
    "text",
  ],
  viewer: ["operations", "report", "calibration", "judging", "records", "text", "statistics"],
  cli: ["viewer", "operations", "report", "judging", "config", "files", "text"],
};

/** Rooms of a folder, by its path below src/. Files that lie in no room are the room `.`; the folder's door is in none. */
const ROOMS: Record<string, Directions> = {
  campaign: {
    spending: [],
    ".": ["spending"],
  },
  checks: {
    inspection: [],
    commands: ["inspection"],
    hooks: ["inspection"],
    declarative: ["commands", "inspection"],
    ".": ["declarative", "hooks", "inspection"],
  },
  cli: {
    completion: [],
    terminal: [],
    options: ["terminal"],
    progress: ["terminal"],
    watch: ["options", "terminal"],
    commands: ["watch", "progress", "options", "terminal", "completion"],
    ".": ["commands", "options", "terminal"],
  },
  "cli/commands": {
    batch: [],
    import: [],
    items: [],
    label: [],
    rubric: [],
    store: [],
    ".": ["store", "rubric", "label", "items", "import", "batch"],
  },
  cluster: {
    connection: [],
    contents: [],
    jobs: [],
    presence: [],
    "job-budget": ["jobs", "connection"],
    limits: ["connection"],
    payloads: ["contents"],
    coordinator: ["payloads", "job-budget", "presence", "jobs", "contents", "connection"],
    worker: ["payloads", "job-budget", "presence", "jobs", "contents", "connection"],
  },
  config: {
    diagnostics: [],
    shards: [],
    schema: ["diagnostics"],
    source: ["diagnostics"],
    finding: ["source", "diagnostics"],
    "parsed-forms": ["source"],
    reference: ["schema"],
    file: ["parsed-forms", "finding", "source", "schema", "diagnostics"],
    agents: ["file", "finding", "source", "schema", "diagnostics"],
    dataset: ["file", "finding", "source", "schema", "diagnostics"],
    tools: ["file", "finding", "source", "schema", "diagnostics"],
    case: ["tools", "dataset", "file", "parsed-forms", "finding", "source", "schema", "diagnostics"],
    profiles: ["case", "agents", "file", "finding", "source", "schema", "diagnostics"],
    suite: ["case", "tools", "dataset", "file", "finding", "source", "schema", "diagnostics"],
    campaign: [
      "suite",
      "profiles",
      "case",
      "agents",
      "file",
      "parsed-forms",
      "finding",
      "source",
      "schema",
      "diagnostics",
    ],
    workspace: [
      "suite",
      "profiles",
      "case",
      "tools",
      "agents",
      "file",
      "reference",
      "finding",
      "source",
      "schema",
      "diagnostics",
    ],
  },
  "config/schema": {
    fields: [],
    agents: ["fields"],
    checks: ["fields"],
    judging: ["fields"],
    case: ["checks", "agents", "fields"],
    campaign: ["case", "fields"],
    ".": ["campaign", "case", "judging", "agents", "fields"],
  },
  files: {
    temporary: [],
    trees: [],
  },
  gateway: {
    offline: [],
    protocols: [],
    ".": ["protocols", "offline"],
  },
  "gateway/offline": {
    reading: [],
    ".": ["reading"],
  },
  importing: {
    answers: [],
    notes: [],
    templates: [],
    reading: ["notes"],
    workspace: ["templates", "notes"],
    "openai-evals": ["workspace", "reading", "templates"],
    promptfoo: ["workspace", "reading", "templates"],
  },
  "importing/promptfoo": {
    assertions: [],
    ".": ["assertions"],
  },
  judging: {
    panel: [],
    ".": ["panel"],
    items: [".", "panel"],
    batch: [".", "panel"],
    campaign: [".", "panel"],
    rubric: [".", "panel"],
  },
  "judging/batch": {
    measuring: [],
    sampling: ["measuring"],
    judging: ["sampling", "measuring"],
    scoring: ["judging", "sampling", "measuring"],
    deciding: ["scoring", "sampling", "measuring"],
    ".": ["deciding", "scoring", "judging", "sampling", "measuring"],
  },
  "judging/campaign": {
    packet: [],
    grounding: ["packet"],
    trial: ["grounding", "packet"],
    files: ["trial", "packet"],
    stored: ["files", "trial", "grounding", "packet"],
    verifying: ["stored", "trial", "grounding", "packet"],
    ".": ["stored", "files", "trial", "grounding", "packet"],
  },
  "judging/rubric": {
    samples: [],
    judging: ["samples"],
    tables: ["judging", "samples"],
    ".": ["tables", "judging", "samples"],
  },
  labels: {
    files: [],
    packets: [],
    queue: ["packets", "files"],
    exchange: ["queue", "packets"],
    planning: ["queue", "packets"],
  },
  operations: {
    ".": [],
    imports: ["."],
    workspace: ["."],
    workers: ["workspace", "."],
    open: ["workers", "."],
    campaign: ["open", "workers", "."],
    judge: ["open", "workers", "."],
    labels: ["open", "."],
    calibration: ["labels", "open", "."],
    store: ["campaign", "open", "."],
    trials: ["store", "campaign", "open", "."],
  },
  "operations/judge": {
    ".": [],
    batches: ["."],
    items: ["."],
    samples: ["."],
  },
  "operations/open": {
    functions: [],
    ".": ["functions"],
  },
  "operations/store": {
    results: [],
    ".": [],
    verifying: ["."],
  },
  proxy: {
    network: [],
    wire: [],
    record: ["wire"],
    ".": ["record", "wire", "network"],
  },
  report: {
    batch: [],
    items: [],
    labels: [],
    listing: [],
    rubric: [],
    shard: [],
    statistics: [],
    trials: [],
    calibration: ["statistics"],
    chart: ["statistics"],
    ".": ["shard"],
    campaign: [".", "calibration", "statistics"],
    compare: ["calibration", "statistics"],
    "every-eval-ever": ["campaign", "."],
    gate: ["compare", "statistics"],
    otlp: ["campaign", "."],
    tables: ["campaign", "."],
    ci: ["gate", "compare", "campaign"],
    formats: [
      "ci",
      "tables",
      "otlp",
      "gate",
      "every-eval-ever",
      "compare",
      "campaign",
      ".",
      "calibration",
      "trials",
      "shard",
      "rubric",
      "listing",
      "labels",
      "items",
      "batch",
    ],
  },
  runners: {
    request: [],
    tools: [],
    "own-tools": ["tools", "request"],
    contract: ["own-tools", "request"],
    workspace: ["contract", "tools", "request"],
    "agent-session": ["workspace", "contract"],
    "llm-probe": ["workspace", "contract", "own-tools", "tools", "request"],
    "agent-environment": ["agent-session", "workspace", "contract"],
    agent: ["agent-environment", "agent-session", "workspace", "contract", "request"],
    openclaw: ["agent-environment", "agent-session", "workspace", "contract", "request"],
    ".": ["openclaw", "agent", "agent-environment", "llm-probe", "agent-session", "contract"],
  },
  "runners/agent": {
    presets: [],
    ".": ["presets"],
  },
  "runners/own-tools": {
    programs: [],
    recordings: [],
    mcp: ["programs"],
    ".": ["mcp", "recordings", "programs"],
  },
  sandbox: {
    processes: [],
    seccomp: [],
    containers: ["processes"],
    ".": ["containers", "seccomp", "processes"],
  },
  statistics: {
    ".": [],
    calibration: ["."],
  },
  store: {
    files: [],
    receive: [],
    claims: ["files"],
    log: ["receive", "files"],
    ".": ["log", "claims", "receive", "files"],
    packed: [".", "log", "receive", "files"],
    pruning: [".", "log", "files"],
  },
  text: {
    patterns: [],
    quotes: [],
    ".": [],
    blind: ["."],
    json: [".", "patterns"],
    secrets: ["patterns"],
    presentation: ["json"],
  },
  viewer: {
    wire: [],
    data: ["wire"],
    page: ["wire"],
    files: ["data", "wire"],
    server: ["files", "data", "wire"],
    ".": ["server", "files", "data"],
  },
  "viewer/data": {
    figures: [],
    tables: [],
    batch: ["tables", "figures"],
    campaign: ["figures"],
    trial: ["figures"],
    rubric: ["trial", "tables", "figures"],
    ".": ["rubric", "trial", "campaign", "batch", "tables"],
  },
  "viewer/page": {
    state: [],
    style: [],
    parts: ["state"],
    pages: ["parts", "state"],
    ".": ["pages", "state"],
  },
  "viewer/page/pages": {
    batch: [],
    campaign: [],
    compare: [],
    judges: [],
    judging: [],
    label: [],
    rubric: [],
    store: [],
    trial: [],
  },
  "viewer/page/parts": {
    tables: [],
    figures: ["tables"],
    texts: ["tables"],
    ".": ["figures", "tables"],
  },
  "viewer/page/state": {
    ".": [],
    trials: ["."],
  },
};

/** Doors beside a folder's index.ts for what must load in a moment. They import types, other light doors, and folders that import nothing. */
const LIGHT_DOORS = [
  "report/formats/index.ts",
  "config/finding/index.ts",
  "text/presentation/index.ts",
  "files/index.ts",
];

/** The table of protocols, and operations that the library does not offer, because no protocol that comes with Assay needs them. */
const INNER_DOORS = ["judging/table.ts", "operations/judge/items/judge-items.ts"];

const source = join(projectRoot, "src");
/** Knows the rooms above it, as a door does, so it is in no room either. It loads what every protocol says of itself, and nothing else. */
const PROTOCOL_TABLE = join(source, "judging/table.ts");

describe("the folders of src/", () => {
  const edges = edgesBelow(source).filter(({ from }) => from !== ".");
  promiseOneDirection(FOLDERS, edges, foldersOf(source));

  test("are entered through their index.ts", () => {
    expect(
      edges
        .filter(
          ({ to, target }) => target !== "index.ts" && ![...LIGHT_DOORS, ...INNER_DOORS].includes(`${to}/${target}`),
        )
        .map(({ file, to }) => `${file} reaches past ${to}/index.ts`),
    ).toEqual([]);
  });

  test("have a table of protocols that loads what each says of itself, and nothing else", () => {
    const imported = [...readFileSync(PROTOCOL_TABLE, "utf8").matchAll(STATIC_IMPORT)].map(([, path]) => path!);
    expect(imported.filter((path) => !/^\.\/\w+\/protocol\.ts$/.test(path))).toEqual([]);
    for (const path of imported) {
      const own = readFileSync(resolve(dirname(PROTOCOL_TABLE), path), "utf8");
      expect([...own.matchAll(STATIC_IMPORT)].map(([, heavy]) => heavy)).toEqual([]);
    }
  });

  test("have light doors that load nothing but their own room", () => {
    for (const door of LIGHT_DOORS) {
      const room = dirname(join(source, door));
      const isAlone = (file: string) => FOLDERS[relative(source, file).split("/")[0]!]?.length === 0;
      const reached = new Set([join(source, door)]);
      for (const file of reached)
        for (const [, path] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT))
          if (path!.startsWith(".")) reached.add(resolve(dirname(file), path!));
      const isLight = (file: string) =>
        LIGHT_DOORS.some((light) => file.startsWith(`${dirname(join(source, light))}/`));
      expect([...reached].filter((file) => dirname(file) !== room && !isLight(file) && !isAlone(file))).toEqual([]);
    }
  });
});

test("every folder that has rooms has its table", () => {
  const divided = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => statSync(join(source, path)).isDirectory() && roomsOf(join(source, path)).length > 1,
  );
  expect(divided.sort()).toEqual(Object.keys(ROOMS).sort());
});

describe.each(Object.entries(ROOMS))("the rooms of src/%s/", (folder, directions) => {
  const edges = edgesBelow(join(source, folder));
  promiseOneDirection(directions, edges, roomsOf(join(source, folder)));
});

/** `import … from` and `export … from`, but not `import type` and not `import()`. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"/gm;

function promiseOneDirection(directions: Directions, edges: readonly Edge[], found: readonly string[]): void {
  test("are all in the table", () => expect([...found].sort()).toEqual(Object.keys(directions).sort()));

  test("import only from where the table says", () => {
    expect(
      edges
        .filter(({ from, to }) => !directions[from]?.includes(to))
        .map(({ file, to }) => `${file} must not import ${to}/`),
    ).toEqual([]);
  });

  test("use every import that the table permits", () => {
    const used = new Set(edges.map(({ from, to }) => `${from} → ${to}`));
    const permitted = Object.entries(directions).flatMap(([from, allowed]) => allowed.map((to) => `${from} → ${to}`));
    expect(permitted.filter((edge) => !used.has(edge))).toEqual([]);
  });

  test("stand below all that they import, so that no circle can be written", () => {
    const names = Object.keys(directions);
    expect(
      Object.entries(directions).flatMap(([from, allowed]) =>
        allowed.filter((to) => names.indexOf(to) >= names.indexOf(from)).map((to) => `${from} → ${to}`),
      ),
    ).toEqual([]);
  });
}

/** One import across the walls of a folder's rooms. */
interface Edge {
  /** Path below src/ of the file that imports. */
  file: string;
  from: string;
  to: string;
  /** Path of what is imported, below its room. */
  target: string;
}

function edgesBelow(folder: string): Edge[] {
  const edges: Edge[] = [];
  for (const file of sourceFilesBelow(folder)) {
    if (file === join(folder, "index.ts") || file === PROTOCOL_TABLE) continue;
    const { room: from } = roomOf(file, folder);
    for (const imported of importsOf(file)) {
      if (relative(folder, imported).startsWith("..")) continue;
      const { room: to, inside } = roomOf(imported, folder);
      if (from !== to) edges.push({ file: relative(source, file), from, to, target: inside });
    }
  }
  return edges;
}

function roomOf(file: string, folder: string): { room: string; inside: string } {
  const [first = "", ...rest] = relative(folder, file).split("/");
  return rest.length === 0 ? { room: ".", inside: first } : { room: first, inside: rest.join("/") };
}

function roomsOf(folder: string): string[] {
  const loose = readdirSync(folder).some((name) => /\.tsx?$/.test(name) && !/(?:^index|\.test)\.ts$/.test(name));
  return [...foldersOf(folder), ...(loose ? ["."] : [])];
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function sourceFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, specifier]) => specifier!);
  return specifiers.map((specifier) => resolve(dirname(file), specifier));
}
