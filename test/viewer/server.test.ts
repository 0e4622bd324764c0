import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunkName } from "../../src/viewer/wire/index.ts";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedQuickstart, QUICKSTART, startView } from "../support/viewer.ts";

describe("the server of assay view", () => {
  let workspace: JudgedWorkspace;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    workspace = await judgedQuickstart();
    view = await startView(workspace.root);
  });
  afterAll(async () => {
    expect(await view?.stop()).toBe(0);
    workspace?.remove();
  });

  /** The path exactly as it is given: no client tidies it up on the way. */
  function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const asked = request(view.url, { path, method, headers }, (response) => {
        let body = "";
        response.on("data", (part) => (body += part));
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      });
      asked.on("error", reject);
      asked.end();
    });
  }

  test("everything it sends forbids scripts and frames of others, and keeps other sites from loading it", async () => {
    for (const path of ["/", "/assay.js", "/assay.css", "/inter.otf", `/data/${chunkName("store")}.js`, "/nothing"]) {
      const { headers } = await ask(path);
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
      );
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example", "localhost:1"])(
    "a request for the host %j is refused, whatever it asks for",
    async (host) => {
      for (const path of ["/", "/data/store.js", "/live"]) expect((await ask(path, { host })).status).toBe(403);
    },
  );

  test.each(["cross-site", "same-site"])("a page of another site (%s) gets nothing", async (site) => {
    expect((await ask("/data/store.js", { "sec-fetch-site": site })).status).toBe(403);
    expect((await ask("/live", { "sec-fetch-site": site })).status).toBe(403);
  });

  test.each(["/", "/assay.js", "/live"])("the head of %s ends, and has no body", async (path) => {
    expect(await ask(path, {}, "HEAD")).toMatchObject({ status: 200, body: "" });
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s writes nothing", async (method) => {
    expect((await ask("/", {}, method)).status).toBe(405);
  });

  test.each([
    "/../package.json",
    "/data/../../../../etc/passwd",
    "/data/..%2f..%2fetc%2fpasswd.js",
    "/data/%2e%2e/store.js",
    "/data/store.js/../../configs",
    "//etc/passwd",
    "/data/store\u0000.js".replace("\u0000", "%00"),
    "/data/trial-0000000000000000.js",
    "/data/trace-0000000000000000-999999.js",
    "/data/__proto__.js",
    "/data/constructor.js",
    "/outputs/log",
    "/configs/suites",
  ])("%s is not there", async (path) => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([404, "there is nothing here\n"]);
  });

  test("a port that is taken is a sentence, not a stack trace", async () => {
    const { port } = new URL(view.url);
    const { code, stderr } = await assay(["view", "--port", port, "--no-open"], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*EADDRINUSE.*\n$/);
  });

  test.skipIf(lacksBrowser())("an open page shows a campaign that is stored while it is open", async () => {
    const browser = await openBrowser();
    try {
      const { page, problems } = await openPage(browser);
      await page.goto(view.url);
      await page.waitForSelector("tbody tr");
      expect(await page.locator("tbody tr").count()).toBe(1);
      const profiles = join(workspace.root, "configs/evaluation_profiles");
      const profile = readFileSync(join(profiles, "offline_judge.yaml"), "utf8");
      writeFileSync(join(profiles, "second.yaml"), profile.replace("_id: offline_judge", "_id: second"));
      const others = QUICKSTART.map((word) => (word === "offline_judge" ? "second" : word));
      await assay([...others, "--quiet", "--no-chart"], { cwd: workspace.root });
      await page.waitForSelector("tbody tr:nth-child(2)");
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
