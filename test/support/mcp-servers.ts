import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "./project-root.ts";

/** Copies a package from npm with everything it needs into a folder's node_modules, as `npm install` would. */
export function installPackage(name: string, folder: string): void {
  const waiting = [name];
  const copied = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const from = join(projectRoot, "node_modules", next);
    if (copied.has(next) || !existsSync(from)) continue;
    copied.add(next);
    cpSync(from, join(folder, "node_modules", next), { recursive: true, filter: isForRunning });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    waiting.push(...Object.keys(dependencies));
  }
}

/** Two of three files are types, sources and texts; every trial copies and hashes what is there. */
function isForRunning(path: string): boolean {
  return !/\.(?:[cm]?ts|map|md)$/.test(path);
}

/** server-everything over Streamable HTTP, gone when the test ends. */
export async function startEverythingServer(): Promise<{ url: string; end(): void }> {
  const port = await freePort();
  const entry = join(projectRoot, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  const child = spawn(process.execPath, [entry, "streamableHttp"], {
    env: { PATH: process.env.PATH ?? "", PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = () => void child.kill("SIGKILL");
  onTestFinished(end);
  await listening(child);
  return { url: `http://127.0.0.1:${port}/mcp`, end };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("listening")) resolve();
    });
    child.on("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
