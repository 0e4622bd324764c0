// `npm test`: set up if needed, then type check, lint, and every test. Extra words go to vitest: `npm test -- -t packet`.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages, setUpSystemPackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
setUpSystemPackages();
const words = process.argv.slice(2);
const steps =
  words.length > 0
    ? [["npx", "vitest", "run", ...words]]
    : [
        ["npm", "run", "--silent", "check"],
        ["npx", "vitest", "run"],
      ];
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
