#!/usr/bin/env node
import packageJson from "../../package.json" with { type: "json" };
import { IN_THE_LONG_RUN, setEngine, WHILE_LOADING } from "./engine-settings.ts";

/** By then ten thousand cases are loaded, as is a store with that many trials. */
const LOADED_BY_MS = 2000;

// Scripts and editors ask for the version at every start, so answer before loading anything.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${packageJson.version}\n`);
} else {
  setEngine(WHILE_LOADING);
  setTimeout(setEngine, LOADED_BY_MS, IN_THE_LONG_RUN).unref();
  const loaded = await import("./run-cli.ts").catch(sayWhyNotLoaded);
  if (loaded) process.exitCode = await loaded.runCli(process.argv.slice(2), packageJson.version);
}

/** Explains a failed import: a low limit on open files already stops the first command from loading. */
function sayWhyNotLoaded(error: NodeJS.ErrnoException): null {
  if (error.syscall === undefined) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
  return null;
}
