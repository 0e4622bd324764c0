import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import type { RegisterCommand } from "../options/command.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { openInBrowser } from "../terminal/open-in-browser.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ViewFlags {
  port: number;
  open: boolean;
  export?: string;
}

export const registerView: RegisterCommand = (command, terminal, finish) => {
  command
    .argument(
      "[store or campaign]",
      "an outputs/ folder, a workspace, or a campaign of this one by its name; this workspace when left out",
    )
    .option("--port <number>", "the port on 127.0.0.1; a free one when left out", readPort, 0)
    .option("--no-open", "only print the address")
    .option("--export <folder>", "write the same pages to a folder that opens without a server")
    .addHelpText(
      "after",
      `
The server answers this machine only and updates open pages while a campaign runs. It writes nothing but labels, and only for pages that were
opened with the full address, key included. Ctrl-C ends it.

Examples:
  $ assay view
  $ assay view quickstart
  $ assay view ../other-machine/outputs --port 4173 --no-open
  $ assay view --export report/
  $ assay view quickstart --export report/`,
    )
    .action(async (store: string | undefined, flags: ViewFlags) => finish(await view(terminal, store, flags)));
};

async function view(terminal: Terminal, store: string | undefined, flags: ViewFlags): Promise<ExitCode> {
  const { exportViewer, openViewer } = await import("../../viewer/index.ts");
  const { cwd, env } = terminal;
  const isPlace = store === undefined || existsSync(resolve(cwd, store));
  const shown = isPlace ? { store } : { campaign: store };
  if (flags.export !== undefined) {
    const exported = await exportViewer({ cwd, env, ...shown, folder: resolve(cwd, flags.export) });
    if (!exported.ok) throw new UsageError(exported.problem);
    const { plural } = await import("../../text/presentation/index.ts");
    terminal.out(`${plural(exported.files, "file")} written; open ${flags.export.replace(/\/$/, "")}/index.html`);
    return EXIT.ok;
  }
  const server = await openViewer({ cwd, env, port: flags.port, ...shown });
  // Register before the address is printed: a program that reads it may stop the server at once.
  const ended = new Promise<void>((done) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => done());
  });
  terminal.out(server.labelUrl);
  if (flags.open && terminal.interactive) openInBrowser(server.labelUrl);
  await ended;
  await server.close();
  return EXIT.ok;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("Expected a port from 0 to 65535; 0 takes a free one.");
  return port;
}
