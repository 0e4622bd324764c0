import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, redactJson } from "./redact.ts";
import { createByteRedactor } from "./redact-bytes.ts";

const KEY = 'k"ey/with+odd=chars&0123456789';

describe("the exact value of a key goes, however it is written", () => {
  const redact = createRedactor([KEY], { patterns: false });
  test.each([
    ["as it is", KEY],
    ["inside JSON", JSON.stringify({ key: KEY })],
    ["in JSON inside JSON", JSON.stringify({ body: JSON.stringify({ key: KEY }) })],
    ["in a URL", `https://x/?k=${encodeURIComponent(KEY)}`],
    ["in hex", Buffer.from(KEY).toString("hex")],
    ["in upper-case hex", Buffer.from(KEY).toString("hex").toUpperCase()],
    ["in base64", Buffer.from(KEY).toString("base64")],
    ["in base64 of something longer", Buffer.from(`user:${KEY}:more`).toString("base64")],
    ["in base64 at the third offset", Buffer.from(`ab${KEY}`).toString("base64")],
    ["in URL-safe base64", Buffer.from(KEY).toString("base64url")],
  ])("%s", (_, text) => {
    const clean = redact(text);
    expect(clean).toContain("[redacted]");
    expect(clean).not.toContain(KEY);
    expect(Buffer.from(clean.replace("[redacted]", ""), "base64").toString("latin1")).not.toContain(KEY.slice(3, -3));
  });
});

test("dummy keys of local servers are ordinary words and stay", () => {
  expect(createRedactor(["ollama", "EMPTY"])("ollama runs; the list is EMPTY")).toBe("ollama runs; the list is EMPTY");
});

describe("what looks like a secret goes", () => {
  const redact = createRedactor([]);
  test.each([
    ["OpenAI", "sk-proj-abcDEF0123456789abcdef"],
    ["OpenRouter", "sk-or-v1-0123456789abcdef0123456789"],
    ["Anthropic", "sk-ant-api03-abcdefghij0123456789"],
    ["Stripe", "sk_live_0123456789abcdefABCDEF"],
    ["GitHub", "ghp_0123456789abcdefABCDEF0123456789abcd"],
    ["GitHub, fine-grained", "github_pat_0123456789abcdefABCDEF_0123456789"],
    ["GitLab", "glpat-0123456789abcdefABCD"],
    ["AWS", "AKIAIOSFODNN7EXAMPLE"],
    ["Google", "AIzaSyA0123456789abcdefABCDEF0123456789"],
    ["Slack", "xoxb-0123456789-abcdef"],
    ["Hugging Face", "hf_0123456789abcdefABCDEF0123"],
    ["a JSON web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdef0123456789"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"],
    ["a private key that is cut off", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz"],
  ])("%s", (_, secret) => {
    expect(redact(`before ${secret}`)).toBe("before [redacted]");
  });

  test("a bearer token, but not the word before it", () => {
    expect(redact("Authorization: Bearer abc.DEF-0123456789")).toBe("Authorization: Bearer [redacted]");
  });

  test("the password of a URL, but not its host", () => {
    expect(redact("postgres://app:s3cret@db:5432/x")).toBe("postgres://app:[redacted]@db:5432/x");
  });
});

test.each([
  "sk-learn is a library; scikit-learn-contrib too",
  "The bearer of this letter is authorised to travel",
  "git@github.com:owner/repo.git and https://example.org/@user/page",
  "task-oriented-dialogue-systems and risk_assessment_procedures",
  "A commit 0123456789abcdef0123456789abcdef01234567",
])("ordinary text stays: %s", (text) => {
  expect(createRedactor([])(text)).toBe(text);
});

test("redacting twice changes nothing more", () => {
  const redact = createRedactor([KEY]);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(KEY, "Bearer abcdef0123456789", "a://b:c@", "sk-0"))),
      (parts) => {
        const once = redact(parts.join(""));
        expect(redact(once)).toBe(once);
      },
    ),
  );
});

const HOSTILE = [
  ...[
    "sk-",
    "eyJ",
    "eyJabcdefgh.",
    "a.",
    "://",
    "://a:",
    "Bearer ",
    "-----BEGIN ",
    "ghp_",
    "AKIA",
    "1234567:AA",
    "\\",
    "\\\\n",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----\n",
    "MIIEabcdefghijklmnop\n",
    "+\n",
    "a1a1a1a1\n",
    "a1\\n",
  ],
  ...[
    "password=",
    "password: ",
    'token":"',
    "cookie: a=",
    "authorization: ",
    "x=a;",
    '"',
    '"\\"',
    '"\\u0073k-"',
    "[",
    '{"a":',
  ],
  ...["ghp_0123456789abcdef0123\n456789abcdef0123\n", "sk-a1\n", "ghp_a1\r\n> ", "a=\n", "\u001b[1m", "%0A"],
];

test.each(HOSTILE)("five megabytes of %j take no time", (part) => {
  const text = part.repeat(Math.floor(5_000_000 / part.length));
  const redact = createRedactor([KEY]);
  const started = process.cpuUsage();
  redact(text);
  redact(`{"password":"${text}"}`);
  // Quadratic behaviour would take hours, not seconds.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15);
});

test("JSON inside JSON, as deep as it fits into five megabytes, takes no time", () => {
  const deep = (outer: (inner: string) => string) => {
    let text = "sk-".repeat(100_000);
    while (text.length < 2_500_000) text = outer(JSON.stringify(text));
    return text;
  };
  const started = process.cpuUsage();
  createRedactor([KEY])(deep((inner) => `{"a":${inner}}`));
  createRedactor([KEY])(deep((inner) => `x ${inner}`));
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(30);
});

test("in JSON every string goes, names of fields included, and what is clean is not copied", () => {
  const redact = createRedactor([KEY]);
  const clean = { deep: [{ kept: 1 }] };
  const redacted = redactJson({ [KEY]: [`x ${KEY}`], clean, number: 1, nothing: null }, redact);
  expect(redacted).toEqual({ "[redacted]": ["x [redacted]"], clean, number: 1, nothing: null });
  expect(redacted.clean).toBe(clean);
});

test("in bytes that are no text the value is overwritten and the length stays", () => {
  const content = Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(KEY), Buffer.from([255])]);
  const clean = createByteRedactor([KEY])(content)!;
  expect(clean).toEqual(Buffer.concat([Buffer.from([0, 1, 2]), Buffer.alloc(KEY.length, "*"), Buffer.from([255])]));
  expect(createByteRedactor([KEY])(clean)).toBe(null);
});

test("the quick look at a whole value never overlooks what the thorough one finds", () => {
  const secrets = ['s3cr3t-value-with"quotes', "line one\nline two of a secret", "pässwörd-with-umlauts"];
  const redact = createRedactor(secrets);
  const slow = createRedactor(secrets);
  slow.mayFind = undefined;
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      ...secrets,
      "sk-abcdefgh12345678",
      "Bearer abcdefghijk1234567",
      "ghp_0123456789012345678901",
      "https://u:pass@h",
    ),
  );
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
  const nested = fc.array(
    fc.dictionary(
      text,
      fc.oneof(
        text,
        text.map((inner) => JSON.stringify({ inner })),
      ),
    ),
  );
  fc.assert(
    fc.property(nested, (value) => {
      expect(redactJson(value, redact)).toEqual(redactJson(value, slow));
    }),
    { numRuns: 2000 },
  );
});
