import { bodyOf } from "./asked-body.ts";
import type { RequestOrder, TrialOrder } from "./order.ts";

/** The input of the agent's program, from its home: the requests, without their text. */
interface ProgramOrder {
  phases: { parallel: number; requests: { path: string; body: unknown; size: number; leaves: string }[] }[];
  endsAfter: number | null;
  leavesAfterMs: number;
}

/** The files of an agent that spends as ordered. */
export function agentFiles({ phases, endsAfter }: TrialOrder, latencyMs: number): Record<string, string> {
  const order: ProgramOrder = {
    phases: phases.map(({ parallel, requests }) => ({ parallel, requests: requests.map(withoutText) })),
    endsAfter: endsAfter ?? null,
    leavesAfterMs: latencyMs * 0.7,
  };
  return { "spend.cjs": SPEND, "order.json": JSON.stringify(order) };
}

function withoutText(request: RequestOrder) {
  return { ...bodyOf({ ...request, size: 0 }, "TEXT"), size: request.size, leaves: request.leaves };
}

/** No braces directly around a word: agent.yaml would take them for a placeholder. */
const SPEND = `
const http = require("node:http");
const fs = require("node:fs");
const order = JSON.parse(fs.readFileSync(process.env.HOME + "/order.json", "utf8"));
const base = process.env.BASE_URL.replace(/\\/v1\\/?$/, "");
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
let sent = 0;

function ask(asked, id) {
  const text = "#" + id + "# " + "word ".repeat(Math.ceil(asked.size / 5));
  const body = JSON.stringify(asked.body).replaceAll("maker/model-1", process.env.MODEL).replace(/#TEXT#/, () => text);
  const bytes = Buffer.from(body);
  const headers = { "content-type": "application/json", "content-length": bytes.length };
  headers.authorization = ["Bearer", process.env.TOKEN].join(" ");
  return new Promise((resolve) => {
    const path = asked.path.replace("maker%2Fmodel-1", encodeURIComponent(process.env.MODEL));
    const request = http.request(base + path, { method: "POST", headers, agent }, (response) => {
      let chunks = 0;
      response.on("data", () => {
        chunks += 1;
        if (response.statusCode >= 300) return;
        if (asked.leaves === "first_byte" || (asked.leaves === "half_stream" && chunks > 1) || asked.leaves === "at_stop")
          request.destroy();
      });
      response.on("close", resolve);
      response.on("error", resolve);
    });
    request.on("error", resolve);
    request.on("close", resolve);
    request.setTimeout(20000, () => request.destroy());
    sent += 1;
    if (order.endsAfter !== null && sent > order.endsAfter) setTimeout(() => process.exit(0), order.leavesAfterMs);
    if (asked.leaves === "half_body") return void request.write(bytes.subarray(0, bytes.length / 2), () => request.destroy());
    request.end(bytes, () => {
      if (asked.leaves === "before_headers") setTimeout(() => request.destroy(), order.leavesAfterMs);
    });
  });
}

async function spend() {
  for (const phase of order.phases) {
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < phase.requests.length; at = next++) await ask(phase.requests[at], "a-" + sent);
    };
    await Promise.all(Array.from({ length: phase.parallel }, lane));
  }
  console.log("All is spent.");
}
void spend();
`;
