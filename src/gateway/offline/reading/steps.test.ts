import { expect, test } from "vitest";
import { readSteps, type Step } from "./steps.ts";

const write = (path: string, content: string | null, append = false): Step => ({
  kind: "write",
  path,
  content,
  append,
});
const read = (path: string): Step => ({ kind: "read", path });
const run = (command: string): Step => ({ kind: "run", command });

test.each<[string, Step[]]>([
  [
    'Write the text "hello from assay" to greeting.txt, read the file back, and report its content.',
    [write("greeting.txt", "hello from assay"), read("greeting.txt")],
  ],
  ["Create a file `notes/a.md` containing `# Title`.", [write("notes/a.md", "# Title")]],
  ["Write hello world to out.txt.", [write("out.txt", "hello world")]],
  ["Create out.txt with the content: three blind mice", [write("out.txt", "three blind mice")]],
  ["Save a summary of the attached note as summary.md.", [write("summary.md", null)]],
  ["Compute 6 * 7 and write the result to result.txt", [write("result.txt", null)]],
  ["Append 'last line' to log.txt", [write("log.txt", "last line", true)]],
  [
    "Write this to /tmp/code.py:\n```python\nprint(1)\n```\nThen run `python3 /tmp/code.py`.",
    [write("/tmp/code.py", "print(1)"), run("python3 /tmp/code.py")],
  ],
  ["Run `wc -w notes.txt` and tell me what it printed.", [run("wc -w notes.txt")]],
  ["Execute the following command:\n```\nuname -s\n```", [run("uname -s")]],
  ["List the files in the workspace, then read config.json.", [{ kind: "list", path: "." }, read("config.json")]],
  ['Search the web for "assay offices".', [{ kind: "search", query: "assay offices" }]],
  ['Write "x" to a.txt and verify that it is there.', [write("a.txt", "x"), read("a.txt")]],
  ["Write 'alpha' to a.txt and 'beta' to b.txt.", [write("a.txt", "alpha"), write("b.txt", "beta")]],
  [
    'Create hello.sh that prints "hi", run it with `sh hello.sh`.',
    [write("hello.sh", "echo 'hi'\n"), run("sh hello.sh")],
  ],
  ['Create hello.py that prints "hi".', [write("hello.py", 'print("hi")\n')]],
  ["Do not write anything to a.txt.", []],
  ["What is 17 + 25?", []],
  ["Summarise report.md in two sentences.", []],
  ["Read the attached file policy.md and answer.", []],
  ["", []],
])("%j", (instruction, expected) => {
  expect(readSteps(instruction, ["policy.md"])).toEqual(expected);
});
