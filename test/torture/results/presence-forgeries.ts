/** Commands of Redis that leave something where workers say who they are, and what jobs say of themselves. */
export interface PresenceForgery {
  name: string;
  commands: string[][];
}

const ABOUT = "assay:workers:about";
const SEEN = "assay:workers:seen";
const FAR = "9000000000000000";

const HONEST = {
  worker_id: "w",
  host: "box",
  pid: 1,
  version: "0.7.0",
  concurrency: 4,
  capabilities: { sandbox: "bubblewrap", engines: ["podman 4"], images: ["a"] },
  seconds: 1,
  jobs: [{ id: "j", what: "m/c #1", seconds: 1 }],
  declines: [{ what: "m/c #1", why: "no", seconds: 1 }],
  is_leaving: false,
};

const VALUES = [
  "null",
  "7",
  "-1",
  "1e308",
  "1e999",
  '"x"',
  '"\\u001b]0;owned\\u0007\\u001b[2J"',
  "[]",
  "{}",
  "[null]",
  '{"__proto__":{"a":1}}',
  `"${"x".repeat(1_000_000)}"`,
  "true",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  '"a\\nb"',
];

export function presenceForgeries(): PresenceForgery[] {
  const present = (name: string, text: string): PresenceForgery => ({
    name,
    commands: [
      ["ZADD", SEEN, FAR, "w"],
      ["HSET", ABOUT, "w", text],
    ],
  });
  const fields = Object.keys(HONEST).flatMap((field) =>
    VALUES.filter((_, at) => (at + field.length) % 2 === 0 || at < 3).map((value) =>
      present(
        `${field} is ${value.slice(0, 30)}`,
        JSON.stringify({ ...HONEST, [field]: "@@" }).replace('"@@"', () => value),
      ),
    ),
  );
  const inner = ["sandbox", "engines", "images"].flatMap((field) =>
    VALUES.map((value) =>
      present(
        `capabilities.${field} is ${value.slice(0, 30)}`,
        JSON.stringify({ ...HONEST, capabilities: { ...HONEST.capabilities, [field]: "@@" } }).replace(
          '"@@"',
          () => value,
        ),
      ),
    ),
  );
  return [
    ...fields,
    ...inner,
    ...["", "null", "7", "[]", "{}", "wonderful", '{"worker_id":', `${"[".repeat(100_000)}`, "\0"].map((text) =>
      present(`it says ${text.slice(0, 20)}`, text),
    ),
    { name: "nothing is said", commands: [["ZADD", SEEN, FAR, "w"]] },
    { name: "the names are a text", commands: [["SET", SEEN, "x"]] },
    {
      name: "what is said is a list",
      commands: [
        ["ZADD", SEEN, FAR, "w"],
        ["RPUSH", ABOUT, "x"],
      ],
    },
    {
      name: "there are 3,000",
      commands: [
        ["ZADD", SEEN, ...Array.from({ length: 3_000 }, (_, at) => [FAR, `w${at}`]).flat()],
        [
          "HSET",
          ABOUT,
          ...Array.from({ length: 3_000 }, (_, at) => [
            `w${at}`,
            JSON.stringify({ ...HONEST, worker_id: `w${at}` }),
          ]).flat(),
        ],
      ],
    },
    {
      name: "a worker of 50 MB",
      commands: [
        ["ZADD", SEEN, FAR, "w"],
        ["HSET", ABOUT, "w", JSON.stringify({ ...HONEST, host: "x".repeat(50_000_000) })],
      ],
    },
    { name: "coordinators are a text", commands: [["SET", "assay:coordinators", "x"]] },
  ];
}
