import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

/** Who may import from whom. One direction, no cycles, and no permission that nobody uses. */
type Directions = Record<string, string[]>;

/** Folders of src/, always through their index.ts. */
const FOLDERS: Directions = {
  text: [],
  trees: [],
  temporary: ["text"],
  presentation: [],
  blind: ["text"],
  statistics: [],
  sharding: ["text"],
  records: ["text"],
  config: ["records", "presentation", "trees", "text"],
  importing: ["config", "trees", "text"],
  store: ["records", "temporary", "trees", "text"],
  sandbox: ["temporary", "text"],
  offline: ["records", "text"],
  gateway: ["offline", "config", "records", "text"],
  proxy: ["gateway", "records", "temporary", "text"],
  runners: ["proxy", "gateway", "sandbox", "config", "records", "blind", "temporary", "trees", "text"],
  checks: ["runners", "sandbox", "config", "records", "presentation", "temporary", "trees", "text"],
  spending: ["gateway", "store", "records", "presentation"],
  campaign: [
    "spending",
    "runners",
    "gateway",
    "sandbox",
    "store",
    "config",
    "records",
    "sharding",
    "statistics",
    "presentation",
    "text",
    "temporary",
  ],
  judging: [
    "campaign",
    "spending",
    "checks",
    "runners",
    "gateway",
    "sandbox",
    "store",
    "config",
    "records",
    "statistics",
    "presentation",
    "blind",
    "trees",
    "text",
  ],
  cluster: [
    "campaign",
    "spending",
    "checks",
    "runners",
    "gateway",
    "sandbox",
    "store",
    "config",
    "records",
    "temporary",
    "trees",
    "text",
  ],
  labels: ["judging", "store", "config", "records", "statistics", "presentation", "text"],
  calibration: ["labels", "config", "records", "statistics", "presentation", "text"],
  report: [
    "calibration",
    "judging",
    "campaign",
    "store",
    "importing",
    "config",
    "records",
    "sharding",
    "statistics",
    "presentation",
    "text",
  ],
  operations: [
    "report",
    "calibration",
    "labels",
    "cluster",
    "judging",
    "campaign",
    "spending",
    "checks",
    "runners",
    "gateway",
    "sandbox",
    "store",
    "importing",
    "config",
    "records",
    "trees",
    "sharding",
    "presentation",
    "temporary",
    "text",
  ],
  viewer: ["operations", "report", "calibration", "judging", "records", "statistics", "presentation", "text"],
  cli: ["viewer", "operations", "report", "config", "sharding", "presentation", "trees"],
};

/** Rooms of a folder, by its path below src/. Files that lie in no room are the room `.`; the folder's door is in none. */
const ROOMS: Record<string, Directions> = {
  checks: {
    looking: [],
    commands: ["looking"],
    declarative: ["commands", "looking"],
    hooks: ["looking"],
    ".": ["hooks", "declarative", "looking"],
  },
  cli: {
    terminal: [],
    progress: ["terminal"],
    words: ["terminal"],
    watch: ["words", "terminal"],
    completion: [],
    commands: ["completion", "watch", "words", "progress", "terminal"],
    ".": ["commands", "words", "terminal"],
  },
  "cli/commands": {
    rubric: [],
    import: [],
    batch: [],
    label: [],
    store: [],
    ".": ["batch", "import", "label", "rubric", "store"],
  },
  cluster: {
    connection: [],
    presence: [],
    limits: ["connection"],
    contents: [],
    jobs: [],
    tabs: ["jobs", "connection"],
    parcels: ["contents"],
    coordinator: ["parcels", "contents", "tabs", "jobs", "presence", "connection"],
    worker: ["parcels", "contents", "tabs", "jobs", "presence", "connection"],
  },
  config: {
    diagnostics: [],
    source: ["diagnostics"],
    finding: ["source", "diagnostics"],
    "parsed-forms": ["source"],
    schema: ["diagnostics"],
    file: ["schema", "parsed-forms", "finding", "source", "diagnostics"],
    agents: ["file", "schema", "finding", "source", "diagnostics"],
    dataset: ["file", "schema", "finding", "source", "diagnostics"],
    tools: ["file", "schema", "finding", "source", "diagnostics"],
    case: ["tools", "dataset", "file", "schema", "parsed-forms", "finding", "source", "diagnostics"],
    profiles: ["case", "agents", "file", "schema", "finding", "source", "diagnostics"],
    suite: ["case", "tools", "dataset", "file", "schema", "finding", "source", "diagnostics"],
    campaign: [
      "suite",
      "profiles",
      "case",
      "agents",
      "file",
      "schema",
      "parsed-forms",
      "finding",
      "source",
      "diagnostics",
    ],
    reference: ["schema", "finding"],
    workspace: [
      "reference",
      "suite",
      "profiles",
      "case",
      "tools",
      "agents",
      "file",
      "schema",
      "finding",
      "source",
      "diagnostics",
    ],
  },
  importing: {
    notes: [],
    reading: ["notes"],
    templates: [],
    workspace: ["templates", "notes"],
    promptfoo: ["workspace", "templates", "reading"],
    "openai-evals": ["workspace", "templates", "reading"],
    answers: [],
  },
  "importing/promptfoo": {
    assertions: [],
    ".": ["assertions"],
  },
  judging: {
    ".": [],
    panel: [],
    batch: ["panel", "."],
    campaign: ["panel"],
    rubric: ["panel", "."],
  },
  "judging/batch": {
    measuring: [],
    sampling: ["measuring"],
    judging: ["sampling", "measuring"],
    scoring: ["judging", "sampling", "measuring"],
    ".": ["scoring", "judging", "sampling", "measuring"],
    deciding: ["scoring", "sampling", "measuring"],
  },
  "judging/campaign": {
    packet: [],
    ".": ["packet"],
    verifying: ["packet", "."],
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
    planning: ["queue", "packets"],
    exchange: ["queue", "packets"],
  },
  offline: {
    reading: [],
    ".": ["reading"],
  },
  operations: {
    ".": [],
    errors: [],
    workspace: ["errors", "."],
    imports: ["errors", "."],
    workers: ["workspace", "errors", "."],
    open: ["workers", "errors", "."],
    campaign: ["open", "workers", "errors", "."],
    store: ["campaign", "open", "errors", "."],
    trials: ["store", "campaign", "open", "errors", "."],
    judge: ["store", "open", "workers", "errors", "."],
    labels: ["open", "errors", "."],
    calibration: ["labels", "open", "errors", "."],
    doors: ["calibration", "labels", "judge", "trials", "store", "campaign", "workers", "imports", "workspace", "."],
  },
  "operations/judge": {
    ".": [],
    batches: ["."],
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
    wire: [],
    record: ["wire"],
    network: [],
    ".": ["network", "record", "wire"],
  },
  report: {
    shard: [],
    ".": ["shard"],
    batch: [],
    statistics: [],
    calibration: ["statistics"],
    campaign: ["calibration", "statistics", "."],
    chart: [],
    compare: ["calibration", "statistics"],
    gate: ["compare", "statistics"],
    labels: [],
    listing: [],
    rubric: [],
    trials: [],
    ci: ["gate", "compare", "campaign"],
    tables: ["campaign", "."],
    "every-eval-ever": ["campaign", "."],
    otlp: ["campaign", "."],
    formats: [
      "otlp",
      "every-eval-ever",
      "tables",
      "ci",
      "trials",
      "shard",
      "rubric",
      "listing",
      "labels",
      "gate",
      "compare",
      "campaign",
      "calibration",
      "batch",
      ".",
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
    "agent-place": ["agent-session", "workspace", "contract"],
    openclaw: ["agent-place", "agent-session", "workspace", "contract", "request"],
    agent: ["agent-place", "agent-session", "workspace", "contract", "request"],
    ".": ["agent", "openclaw", "llm-probe", "agent-place", "agent-session", "contract"],
  },
  "runners/agent": {
    presets: [],
    ".": ["presets"],
  },
  "runners/own-tools": {
    programs: [],
    mcp: ["programs"],
    recordings: [],
    ".": ["recordings", "mcp", "programs"],
  },
  sandbox: {
    seccomp: [],
    processes: [],
    containers: ["processes"],
    ".": ["containers", "processes", "seccomp"],
  },
  statistics: {
    ".": [],
    calibration: ["."],
  },
  store: {
    files: [],
    receive: [],
    log: ["receive", "files"],
    claims: ["files"],
    ".": ["claims", "log", "receive", "files"],
    packed: [".", "log", "receive", "files"],
    pruning: [".", "log", "files"],
  },
  viewer: {
    wire: [],
    data: ["wire"],
    files: ["data", "wire"],
    server: ["files", "data", "wire"],
    ".": ["server", "files", "data"],
    // Runs in a browser and has a compiler configuration of its own: of the rest it takes the wire, and pure functions.
    page: ["wire"],
  },
  "viewer/data": {
    figures: [],
    campaign: ["figures"],
    trial: ["figures"],
    rubric: ["trial", "figures"],
    batch: ["figures"],
    ".": ["batch", "rubric", "trial", "campaign"],
  },
  "viewer/page": {
    style: [],
    state: [],
    parts: ["state"],
    pages: ["parts", "state"],
    ".": ["pages", "state"],
  },
  "viewer/page/state": {
    ".": [],
    trials: ["."],
  },
  "viewer/page/parts": {
    tables: [],
    figures: ["tables"],
    texts: ["tables"],
    ".": ["figures", "tables"],
  },
  "viewer/page/pages": {
    store: [],
    campaign: [],
    judges: [],
    trial: [],
    compare: [],
    rubric: [],
    batch: [],
    label: [],
  },
};

/** Doors beside a folder's index.ts for what must load in a moment. They import nothing of other folders or rooms but types, and folders that import nothing. */
const LIGHT_DOORS = ["report/formats/index.ts", "config/finding/index.ts"];

const source = join(projectRoot, "src");

describe("the folders of src/", () => {
  const edges = edgesBelow(source).filter(({ from }) => from !== ".");
  promiseOneDirection(FOLDERS, edges, foldersOf(source));

  test("are entered through their index.ts", () => {
    expect(
      edges
        .filter(({ to, target }) => target !== "index.ts" && !LIGHT_DOORS.includes(`${to}/${target}`))
        .map(({ file, to }) => `${file} reaches past ${to}/index.ts`),
    ).toEqual([]);
  });

  test("have light doors that load nothing but their own room", () => {
    for (const door of LIGHT_DOORS) {
      const room = dirname(join(source, door));
      const isAlone = (file: string) => FOLDERS[relative(source, file).split("/")[0]!]?.length === 0;
      const reached = new Set([join(source, door)]);
      for (const file of reached)
        for (const [, path] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT))
          if (path!.startsWith(".")) reached.add(resolve(dirname(file), path!));
      expect([...reached].filter((file) => dirname(file) !== room && !isAlone(file))).toEqual([]);
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
    if (file === join(folder, "index.ts")) continue;
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
