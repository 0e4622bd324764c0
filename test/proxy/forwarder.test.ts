import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { openedProxy } from "../support/opened-proxy.ts";
import { WIRE_SAMPLES } from "../support/wire-streams.ts";
import { startUpstream, streaming } from "../support/wire-upstream.ts";

const [CHAT] = WIRE_SAMPLES;

/** Asks the model at 127.0.0.1:17913, tries to get out in other ways, and reports the results. */
const AGENT = `
const headers = { authorization: "Bearer " + process.env.TOKEN, "content-type": "application/json" };
const body = process.env.BODY;
const told = {};
const answer = await fetch("http://127.0.0.1:17913/v1/chat/completions", { method: "POST", headers, body });
told.status = answer.status;
told.text = await answer.text();
for (const place of ["http://127.0.0.1:" + process.env.UPSTREAM, "http://1.1.1.1/", "http://example.com/"])
  told[place] = await fetch(place).then((one) => one.status, (error) => error.cause?.code ?? "failed");
console.log(JSON.stringify(told));
process.exit(7);
`;

describe.skipIf(lacks("sandbox"))("the way out of a place without a network", () => {
  /** A real namespace without any network but its own loopback. */
  const inside = (command: string[], env: Record<string, string>) =>
    promisify(execFile)(
      "bwrap",
      ["--unshare-net", "--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/", "--", ...command],
      {
        env: { ...process.env, ...env },
      },
    ).catch((error: { code: number; stdout: string; stderr: string }) => error);

  test("leads to the model and nowhere else, and the program's exit code comes through", async () => {
    const upstream = await startUpstream(streaming(CHAT!.streamed));
    const proxy = await openedProxy(upstream);
    const forward = join(proxy.address.folder, "forward.cjs");
    const command = [process.execPath, forward, process.execPath, "--input-type=module", "-e", AGENT];
    const ended = await inside(command, {
      TOKEN: proxy.token,
      BODY: JSON.stringify({ ...CHAT!.request, stream: true }),
      UPSTREAM: String(upstream.port),
    });
    const told = JSON.parse(ended.stdout);
    expect([told.status, told.text]).toEqual([200, CHAT!.streamed]);
    const { status: _, text: __, ...others } = told;
    expect(Object.values(others)).not.toContain(200);
    expect((ended as { code: number }).code).toBe(7);
    expect((await proxy.close()).exchanges).toMatchObject([{ outcome: "answered" }]);
    expect(existsSync(forward)).toBe(false);
  });

  test("says so when a program cannot be started", async () => {
    const proxy = await openedProxy(await startUpstream(streaming("")));
    const forward = join(proxy.address.folder, "forward.cjs");
    const ended = await inside([process.execPath, forward, "/nowhere/agent"], {});
    expect((ended as { code: number }).code).toBe(127);
    expect(ended.stderr).toContain("ENOENT");
  });

  test("is closed when somebody sits on its port already, and that is the agent's own failure", async () => {
    const proxy = await openedProxy(await startUpstream(streaming("")));
    const forward = join(proxy.address.folder, "forward.cjs");
    const squat = 'require("node:net").createServer().listen(17913, "127.0.0.1", () => console.log("sits"))';
    const script = `${process.execPath} -e '${squat}' & sleep 2; exec ${process.execPath} ${forward} true`;
    const ended = await inside(["bash", "-c", script], {});
    expect((ended as { code: number }).code).toBe(1);
    expect(ended.stderr).toContain("EADDRINUSE");
  });
});
