import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/project-root.ts";

/** A protection that can be taken out of the built program, and the agent that has to find out. */
export interface Protection {
  what: string;
  /** Patterns in the build, and their replacements without the protection. */
  replace: [RegExp, string][];
  agent: string;
  finding: RegExp;
}

export const PROTECTIONS: Protection[] = [
  {
    what: "links in a workspace are not followed",
    replace: [
      [/lstatSync\(at\(root, path\)\)/, "statSync(at(root, path))"],
      [
        /return lstatSync\(path, \{ throwIfNoEntry: false \}\);/,
        "return fstatSync(openSync(path, constants.O_RDONLY));",
      ],
      [/constants\.O_RDONLY \| constants\.O_NOFOLLOW/g, "constants.O_RDONLY"],
    ],
    agent: "links-to-a-file",
    finding: /the canary \(plain\) is in /,
  },
  {
    what: "the key stays outside",
    replace: [[/token: proxy\.token,/g, "token: process.env.HOSTILE_API_KEY,"]],
    agent: "secrets-in-eight-writings",
    finding: /the real key \(reversed\) is in /,
  },
  {
    what: "nothing of the host is seen in the sandbox",
    replace: [[/\.\.\.\["--proc", "\/proc"\],/, '...["--proc", "/proc", "--ro-bind", "/", "/host"],']],
    agent: "secrets-in-eight-writings",
    finding: /^ESCAPED read/,
  },
  {
    what: "a request needs the trial's token",
    replace: [[/(function findToken\([^\n]*\{\n)/, '$1\treturn "authorization";\n']],
    agent: "wire-other-tokens",
    finding: /^ESCAPED .*x-api-key/,
  },
  {
    what: "a request may ask for the trial's model only",
    replace: [[/if \(other !== void 0 \|\| asked\.models\.length === 0\)/, "if (false)"]],
    agent: "wire-other-models",
    finding: /asked for maker\/honest/,
  },
  {
    what: "a success needs an answer of the model",
    replace: [[/if \(answeredTurns\.has\(turns\.length\)\)/, "if (true)"]],
    agent: "forged-report",
    finding: /it ended as success/,
  },
  {
    what: "what no provider could answer is the agent's own failure",
    replace: [[/recorder\.answersUs\(\)/, "void 0"]],
    agent: "provoked-bad-request",
    finding: /it ended as provider_error/,
  },
  {
    what: "an answer is what the model said",
    replace: [[/if \(isFromModel\(text, [^\n]*\) return text;/, "return text;"]],
    agent: "forged-answer",
    finding: /its answer was never given by the model/,
  },
  {
    what: "usage has to be possible",
    replace: [[/(function checkUsage\(claimed[^\n]*\n)/, "$1\tif (claimed) return BELIEVED(claimed);\n"]],
    agent: "usage-untrue",
    finding: /prompt_tokens is /,
  },
  {
    what: "terminals are shown no control characters",
    replace: [[/String\.raw`\(\?!\[\\n\\t\]\)\[\\p\{Cc\}\\p\{Cs\}\]`/, "String.raw`\\p{Cs}`"]],
    agent: "forged-terminal",
    finding: /printed the control character/,
  },
];

/** A credulous proxy's reading of any claim. */
const BELIEVED = `
function BELIEVED({ prompt, completion, cost }) {
	const number = (value) => (Number.isFinite(Number(value)) ? Number(value) : 0);
	return { usage: { prompt_tokens: number(prompt), completion_tokens: number(completion), total_tokens: 0, cached_tokens: 0, reasoning_tokens: 0, cost_usd: cost ?? null }, problem: null };
}
`;

/** A copy of the build that lacks these protections; returns the path of its command. The caller removes its folder. */
export function buildWithout(protections: readonly Protection[]): { folder: string; cli: string } {
  const parent = join(projectRoot, ".cache");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "assay-mutant-"));
  cpSync(join(projectRoot, "dist"), join(folder, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith(".map"),
  });
  for (const name of ["package.json", "prompts", "assets", "docs", "templates"])
    symlinkSync(join(projectRoot, name), join(folder, name));
  const chunks = join(folder, "dist", "chunks");
  const texts = new Map(readdirSync(chunks).map((name) => [name, readFileSync(join(chunks, name), "utf8")]));
  for (const { what, replace } of protections)
    for (const [pattern, without] of replace) {
      const holders = [...texts].filter(([, text]) => text.search(pattern) >= 0);
      if (holders.length === 0) throw new Error(`"${what}" is not where it was; look for it anew`);
      for (const [name, text] of holders) texts.set(name, text.replace(pattern, without));
    }
  for (const [name, text] of texts)
    writeFileSync(join(chunks, name), text.includes("BELIEVED(claimed)") ? text + BELIEVED : text);
  return { folder, cli: join(folder, "dist", "cli.js") };
}
