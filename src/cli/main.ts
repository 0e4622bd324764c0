#!/usr/bin/env node
import packageJson from "../../package.json" with { type: "json" };

// The version is asked for by scripts and editors at every start; it must not wait for anything to load.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${packageJson.version}\n`);
} else {
  const { runCli } = await import("./run-cli.ts");
  process.exitCode = await runCli(process.argv.slice(2), packageJson.version);
}
