#!/usr/bin/env node
import packageJson from "../../package.json" with { type: "json" };
import { IN_THE_LONG_RUN, setEngine, WHILE_LOADING } from "./engine-settings.ts";

/** Ten thousand cases are, and a store with as many trials is reported on. */
const LOADED_BY_MS = 2000;

// The version is asked for by scripts and editors at every start; it must not wait for anything to load.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${packageJson.version}\n`);
} else {
  setEngine(WHILE_LOADING);
  setTimeout(setEngine, LOADED_BY_MS, IN_THE_LONG_RUN).unref();
  const loaded = await import("./run-cli.ts").catch(sayWhyNotLoaded);
  if (loaded) process.exitCode = await loaded.runCli(process.argv.slice(2), packageJson.version);
}

/** A process that may open too few files does not even get to its first command. */
function sayWhyNotLoaded(error: NodeJS.ErrnoException): null {
  if (error.syscall === undefined) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
  return null;
}
