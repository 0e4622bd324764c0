import type { Attack } from "./attack.ts";

/** When a server turns hostile: when it starts, or when it is asked. With `trial:` it is honest while Assay plans. */
type Stage =
  | "start"
  | "initialize"
  | "tools/list"
  | "tools/call"
  | "trial:start"
  | "trial:initialize"
  // Of HTTP.
  | "GET"
  | "DELETE";

/** A server of MCP; what it does is in test/corpora/hostile-peers. */
export interface ToolAttack extends Attack {
  transport: "stdio" | "http";
  stage: Stage;
  behaviour: string;
  argument: string;
  /** The trial may also end normally: the reply is an answer, or harmless. */
  mayAnswer: boolean;
  /** That the server may take for one answer. */
  seconds?: number;
}

/** Behaviours with their arguments; those that begin with `~` may end well. */
type Behaviours = Record<string, string[]>;

/** Attacks that need longer than the usual time limit to fill our memory, as most time limits are longer than those here. */
const SLOW: Record<string, number> = { "pings-unread": 10, "pings-read": 10 };

const FLOODS: Behaviours = {
  "pings-unread": ["1", "100000"],
  "pings-read": [""],
  notifications: ["progress", "own-progress", "logging", "list-changed", "~cancelled", "unknown"],
  requests: ["sampling", "roots", "elicitation", "unknown"],
  "~pings-then-answer": ["9000x1", "70x100000"],
  "~request-then-answer": ["sampling", "roots", "elicitation", "unknown"],
  "progress-for-ever": [""],
};
const IDS: Behaviours = {
  "wrong-id": ["other", "~text", "long", "object", "array", "null", "float", "negative", "proto"],
  "no-id": [""],
  "~duplicates": ["2", "3000"],
};
const LINES: Behaviours = {
  "endless-line": [""],
  "endless-blank-lines": [""],
  "endless-broken-lines": [""],
  "long-line": ["~7", "64"],
  "byte-a-second": [""],
  "~byte-at-a-time": [""],
  "~not-utf8": [""],
  "~lone-surrogates": [""],
  utf16: [""],
};
const SHAPES: Behaviours = {
  "~nested": ["2000xarray", "2000xobject", "100000xarray", "100000xobject", "3000000xarray"],
  "nested-message": ["100000", "4000000"],
  "nested-unclosed": ["8000000"],
  "~many-empties": ["2500000x{}", "2500000x[]", "10000000x{}", "1900000x0.1"],
  "batch-of-answers": [""],
  "~many-keys": ["500000"],
  "~huge-number": ["1000000", "7000000"],
  "~proto-keys": [""],
};
const LISTS: Behaviours = {
  "cursor-loop": [""],
  "fresh-cursors": [""],
  "slow-cursors": [""],
  "long-cursor": [""],
  "many-tools": ["900", "100000"],
  "long-schema": ["350", "1900", "7500", "50000"],
  "~schema": [
    "ref-loop",
    "ref-chain",
    "ref-bomb",
    "ref-self",
    "ref-http",
    "ref-file",
    "regex",
    "regex-properties",
    "regex-broken",
    "regex-huge",
    "any-of",
    "unique-items",
    "nonsense",
    "proto",
    "draft",
    "id",
  ],
  "tool-names": ["control", "~proto", "long"],
  "tool-fields": ["text", "null", "numbers", "nameless", "schema-text", "schema-array", "twice", "none"],
};
const RESULTS: Behaviours = {
  "~long-result": ["7", "500"],
  "~many-items": [
    "190000xtext",
    "1000000xtext",
    "80000xlink",
    "60000xresource",
    "100000ximage",
    "100000xunknown",
    "2000000xempty",
    "1500000xnull",
  ],
  "~huge-image": ["7", "100"],
  "~result": [
    "null",
    "text",
    "number",
    "array",
    "no-content",
    "content-text",
    "content-null",
    "content-numbers",
    "text-number",
    "mime-control",
    "structured-proto",
  ],
  "~error": ["long", "no-message", "text-code", "text", "null", "deep-data", "control"],
  "~result-and-error": [""],
};
const GREETINGS: Behaviours = {
  "~version": ["future", "number", "null", "old", "long", "control"],
  "~greeting": ["long-instructions", "no-capabilities", "no-tools", "no-info", "info-numbers", "many-capabilities"],
};
const ENDINGS: Behaviours = {
  silence: [""],
  "after-an-hour": [""],
  exit: ["0", "1"],
  killed: [""],
  "exit-in-answer": [""],
};
const PROGRAMS: Behaviours = {
  aborts: [""],
  "exit-with-child": [""],
  "closes-stdout": [""],
  "closes-stdin": [""],
  "ignores-signals": [""],
  daemon: ["", "~answers"],
  "~many-children": [""],
  "~stderr-flood": ["lines", "line"],
  "stderr-then-exit": [""],
  "eats-memory": [""],
  spins: [""],
};

function isBeforeTrials(stage: Stage): boolean {
  return ["start", "initialize", "tools/list"].includes(stage);
}

function attacks(kind: string, transport: "stdio" | "http", stages: Stage[], behaviours: Behaviours): ToolAttack[] {
  return stages.flatMap((stage) =>
    Object.entries(behaviours).flatMap(([behaviour, arguments_]) =>
      arguments_.map((argument) => ({
        name: [transport, stage, behaviour.replace("~", ""), argument.replace("~", "")].filter(Boolean).join(" "),
        kind: `${kind}, ${transport}`,
        // Those that are hostile in the plan end the command before any trial.
        together: isBeforeTrials(stage) ? `plan, ${behaviour.startsWith("~")}` : "trials",
        transport,
        stage,
        behaviour: behaviour.replace("~", ""),
        argument: argument.replace("~", ""),
        mayAnswer: behaviour.startsWith("~") || argument.startsWith("~"),
        ...(behaviour in SLOW ? { seconds: SLOW[behaviour] } : {}),
      })),
    ),
  );
}

const only = (behaviours: Behaviours, ...names: string[]): Behaviours =>
  Object.fromEntries(names.map((name) => [name, behaviours[name] ?? []]));

const STDIO: ToolAttack[] = [
  ...attacks("floods in a call", "stdio", ["tools/call"], FLOODS),
  ...attacks("floods before it", "stdio", ["start", "initialize", "tools/list", "trial:initialize"], {
    "pings-unread": ["1", "100000"],
  }),
  ...attacks("floods before it", "stdio", ["start", "initialize", "tools/list", "trial:initialize"], {
    "~notifications": ["logging"],
    "~requests": ["sampling"],
  }),
  ...attacks("identifiers", "stdio", ["tools/call"], IDS),
  ...attacks("identifiers", "stdio", ["start"], { "~answers-before-questions": [""] }),
  ...attacks("lines", "stdio", ["tools/call"], LINES),
  ...attacks("lines", "stdio", ["initialize"], only(LINES, "endless-line", "long-line", "byte-a-second")),
  ...attacks("depth and number", "stdio", ["tools/call"], SHAPES),
  ...attacks("depth and number", "stdio", ["initialize", "tools/list"], {
    ...only(SHAPES, "~many-empties"),
    "~nested": ["2000xarray", "100000xobject", "3000000xarray"],
  }),
  ...attacks("lists of tools", "stdio", ["tools/list"], LISTS),
  ...attacks("results", "stdio", ["tools/call"], RESULTS),
  ...attacks("greetings", "stdio", ["initialize"], GREETINGS),
  ...attacks("silence and endings", "stdio", ["initialize", "tools/list", "tools/call", "trial:initialize"], ENDINGS),
  ...attacks("processes", "stdio", ["tools/call"], PROGRAMS),
  ...attacks("processes", "stdio", ["start"], {
    ...only(PROGRAMS, "closes-stdout"),
    "~exit-with-child": [""],
    "~stderr-then-exit": [""],
  }),
  ...attacks("processes", "stdio", ["trial:start"], {
    ...only(PROGRAMS, "ignores-signals"),
    "~exit-with-child": [""],
    "~stderr-then-exit": [""],
    "~daemon": ["leaves"],
    "~stderr-flood": ["lines"],
  }),
];

const HTTP: ToolAttack[] = [
  ...attacks("floods of pings", "http", ["tools/call"], {
    "many-pings": ["~120000x1", "~2000x3000", "~70x100000"],
    "pings-unread": ["1", "100000"],
    requests: ["sampling", "elicitation"],
  }),
  ...attacks("floods of pings", "http", ["initialize", "tools/list"], { "many-pings": ["~120000x1"] }),
  ...attacks("streams", "http", ["tools/call"], {
    "endless-events": [
      "comment",
      "blank",
      "id",
      "event",
      "broken",
      "notification",
      "answer",
      "progress",
      "fields",
      "return",
    ],
    "slow-events": ["comment", "notification", "progress"],
    "huge-event": ["7", "500"],
    "event-of-lines": ["80", "2000"],
    reconnect: ["0", "1", "999999999"],
    "reconnect-primed": ["0", "1"],
  }),
  ...attacks("streams", "http", ["GET"], {
    "~endless-events": ["comment", "id", "notification"],
    "~reconnect": ["0"],
    "~endless-body": ["application/json"],
    "~silence": [""],
  }),
  ...attacks("bodies", "http", ["tools/call"], {
    "endless-body": ["application/json", "text/html", "text/event-stream"],
    "~long-body": ["7", "10000"],
    "~empties-body": ["2500000x{}", "2500000x[]", "200000x{}"],
    bomb: ["gzip", "br", "deflate"],
    "event-bomb": ["gzip", "br"],
    "nested-bomb": [""],
    "~encoding": ["gzip", "zstd", "identity, gzip", "x".repeat(5000)],
    "broken-gzip": [""],
    "~nested": ["2000xarray", "100000xobject", "3000000xarray"],
    "~many-empties": ["2500000x{}"],
  }),
  ...attacks("bodies", "http", ["initialize", "tools/list"], {
    "endless-body": ["application/json"],
    bomb: ["gzip"],
    "~nested": ["100000xobject"],
  }),
  ...attacks("slow and many headers", "http", ["initialize", "tools/call"], {
    "slow-headers": [""],
    "slow-body": [""],
    "slow-blanks": [""],
    "~many-headers": ["150", "5000"],
    "~long-header": ["12000", "1000000"],
    "interim-answers": [""],
    silence: [""],
  }),
  ...attacks("redirects", "http", ["initialize", "tools/call"], {
    redirect: [
      "307 loop",
      "308 fresh",
      "302 elsewhere",
      "307 metadata",
      "301 file",
      "303 data",
      "307 nonsense",
      "307 none",
    ],
  }),
  ...attacks("refusals", "http", ["initialize", "tools/call"], {
    unauthorised: ["basic", "metadata", "file", "long", "quotes", "backslashes", "none"],
    scope: [""],
    status: ["404", "429", "500", "599"],
    "status-long": ["400", "500"],
    accepted: [""],
    "no-content": [""],
  }),
  ...attacks("session ids", "http", ["initialize"], {
    "~session": ["long", "medium", "latin", "blank", "empty", "newline"],
  }),
  ...attacks("session ids", "http", ["DELETE"], {
    "~silence": [""],
    "~endless-body": ["application/json"],
    "~redirect": ["307 loop"],
  }),
  ...attacks("types and lengths", "http", ["tools/call"], {
    "~type": ["none", "long", "both", "text/plain", "application/json; charset=utf-16"],
    "~length": ["more", "less", "huge", "negative", "twice", "both", "chunk"],
    reset: ["headers", "body", "events"],
    "not-http": [""],
    "~batch": [""],
  }),
  ...attacks("types and lengths", "http", ["initialize", "tools/list"], { reset: ["headers", "body", "events"] }),
];

export const STDIO_ATTACKS = STDIO;
export const HTTP_ATTACKS = HTTP;
