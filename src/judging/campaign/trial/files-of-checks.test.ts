import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import type { LoadedCase } from "../../../config/index.ts";
import { sha256 } from "../../../text/index.ts";
import { filesOfChecks } from "./files-of-checks.ts";

test("what checks depend on is listed as version 0.4.0 did, so that stored results are found", async () => {
  const root = temporaryFolder({
    "case/hidden/t.py": "t",
    "case/hidden/d/e.txt": "e",
    "case/hook.py": "h",
    "case/.git/config": "",
    "case/node_modules/x.js": "",
  });
  const checks = [
    { python_hook: { path: "hook.py" } },
    { declarative: { kind: "command", files: ["hidden"] } },
    { declarative: { kind: "file_exists", path: "../x" } },
  ];
  const loaded = { path: join(root, "case/test.yaml"), case: { deterministic_checks: checks } };
  const files = await filesOfChecks(loaded as unknown as LoadedCase, new Map());
  expect(sha256(JSON.stringify(files))).toBe("6a0a20dde0635581d034d2fa34f99632e33b0f312aef28d4479caa385f3eb5d4");
});
