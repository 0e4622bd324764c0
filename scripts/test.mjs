// `npm test`: set up if needed, then the tests, with type check and lint beside them. Extra words go to vitest: `npm test -- -t packet`.
// `npm run test:full`: the tests that take minutes, test/**/*.slow.test.ts, which `npm test` leaves out, and whole what it tries a sample of.
// `--keep-seconds` keeps how long each file took, for the order of the next run; only on a machine that does nothing else.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { CAPABILITIES, whyLacking } from "./capabilities.mjs";
import { unstableInWords, worthASecondLook } from "./second-look.mjs";
import { setUpNodePackages, setUpSystemPackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
await setUpSystemPackages();
const KEEP_SECONDS = "--keep-seconds";
const FULL = "--full";
const isFull = process.argv.includes(FULL);
const words = process.argv.slice(2).filter((word) => word !== KEEP_SECONDS && word !== FULL);
const lacking = Object.fromEntries(Object.keys(CAPABILITIES).map((name) => [name, whyLacking(name)]));
sayWhatIsLacking();
const kept = process.argv.includes(KEEP_SECONDS) ? { ASSAY_KEEP_SECONDS: "1" } : {};
const own = mkdtempSync(join(tmpdir(), "assay-failed-"));
const failedFiles = join(own, "files");
const env = {
  ...process.env,
  ...kept,
  ASSAY_TEST_LACKS: JSON.stringify(lacking),
  ASSAY_TEST_FAILED_FILES: failedFiles,
  ...(isFull ? { ASSAY_TEST_THOROUGH: "1" } : {}),
};
const projects = isFull ? ["slow"] : ["unit", "e2e"];
const VITEST = [
  process.execPath,
  "node_modules/vitest/vitest.mjs",
  "run",
  ...projects.map((name) => `--project=${name}`),
];
const running = new Set();
const tests = start([...VITEST, ...words], "inherit");
const checks = isFull || words.length > 0 ? null : start(["npm", "run", "--silent", "check"], "pipe");
// Ends the running children when we are ended. A terminal signals them itself.
process.on("SIGTERM", () => {
  for (const child of running) child.kill("SIGTERM");
});
// A wrong type is worth knowing before the last test has run.
void checks?.ended.then(({ status }) => status !== 0 && tests.child.kill("SIGTERM"));
const [tested, checked] = await Promise.all([tests.ended, checks?.ended]);
if (checked && checked.status !== 0) console.error(`\nnpm run check failed:\n\n${checked.said}`);
process.exitCode = checked?.status || (tested.status && (await statusOfSecondLook(tested.status)));
rmSync(own, { recursive: true, force: true });

/** Only CI looks twice: while working on a test, its failure should be seen. */
async function statusOfSecondLook(status) {
  const files = process.env.CI === "true" && words.length === 0 ? worthASecondLook(failedFiles) : [];
  if (files.length === 0) return status;
  const names = files.map((file) => relative(root, file));
  console.error(`\nOnce more, alone: ${names.join(", ")}`);
  const again = await start([...VITEST, "--maxWorkers=1", ...names], "inherit").ended;
  if (again.status === 0) console.error(`\n${unstableInWords(names)}`);
  return again.status;
}

function sayWhatIsLacking() {
  const missing = Object.keys(lacking).filter((name) => lacking[name] !== null);
  if (missing.length === 0) return;
  const what = missing.map((name) => CAPABILITIES[name].what).join(", ");
  console.error(
    `not on this machine: ${what}. Tests that need them are skipped; the end of the run says which and why.`,
  );
}

/** Piped output is printed at the end, so that concurrent output stays readable. */
function start([command, ...args], output) {
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", output, output] });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
  const ended = new Promise((resolve) =>
    child.on("close", (status) => {
      running.delete(child);
      resolve({ status: status ?? 1, said: Buffer.concat(said).toString() });
    }),
  );
  return { child, ended };
}
