#!/usr/bin/env node
// Takes the words that OpenClaw takes, asks its model once, and has a behaviour of its own: for what the sandbox around it promises.
const { readFileSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");

const [command] = process.argv.slice(2);
const { BEHAVES, OPENCLAW_CONFIG_PATH: config, OPENCLAW_STATE_DIR: state, OPENROUTER_API_KEY: token } = process.env;

if (command === "--version") console.log("OpenClaw 2026.9.6 (small)");
if (command === "config") console.log(JSON.stringify({ valid: true }));
if (command === "agent") void turn();

async function turn() {
  const { agents, models } = JSON.parse(readFileSync(config, "utf8"));
  const { workspace } = agents.defaults;
  const { baseUrl, models: offered } = models.providers.openrouter;
  const message = process.argv[process.argv.indexOf("--message") + 1];
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ model: offered[0].id, messages: [{ role: "user", content: message }] }),
  });
  if (!answer.ok) {
    console.log(JSON.stringify({ ok: false, error: { message: `request failed (HTTP ${answer.status})` } }));
    process.exit(1);
  }
  const { choices } = await answer.json();
  writeFileSync(`${workspace}/where.txt`, `${process.cwd()} ${process.env.HOME} ${state} ${config}\n`);
  if (BEHAVES === "links its state") {
    rmSync(state, { recursive: true });
    symlinkSync(process.env.LEADS_TO, state);
  }
  if (BEHAVES === "changes its configuration")
    try {
      writeFileSync(config, "{}");
    } catch ({ code }) {
      writeFileSync(`${workspace}/refused.txt`, code);
    }
  const { content } = choices[0].message;
  console.log(JSON.stringify({ payloads: [{ text: content }], meta: { finalAssistantVisibleText: content } }));
}
