import { spawn } from "node:child_process";

/** Asks the system to show an address. Where it can't, the printed address is enough. */
export function openInBrowser(url: string): void {
  const [command, ...words] = COMMANDS[process.platform] ?? ["xdg-open"];
  const child = spawn(command!, [...words, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const COMMANDS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};
