// In the home of every hostile agent: `node ~/ask.cjs words` asks the model once and prints its answer; a program requires it for more.
const http = require("node:http");
const net = require("node:net");

const { BASE_URL, TOKEN, MODEL, AGENT } = process.env;
const PORT = Number(new URL(BASE_URL).port);

/** One question to the model. `more` replaces fields of the body, `headers` adds to them. */
async function ask(words, { more = {}, headers = {}, token = TOKEN } = {}) {
  // What a model is told, others may learn from it.
  const said = words.replace(/confide$/, `confide:${Buffer.from(TOKEN).toString("hex")}`);
  const body = { model: MODEL, messages: [{ role: "user", content: `I am ${AGENT}. ${said}` }], ...more };
  const { status, text } = await send(`${BASE_URL}/chat/completions`, JSON.stringify(body), {
    // Not in a template: what looks like a placeholder of agent.yaml would be filled in.
    authorization: ["Bearer", token].join(" "),
    "content-type": "application/json",
    ...headers,
  });
  let answer = null;
  try {
    answer = JSON.parse(text).choices[0].message.content;
  } catch {}
  return { status, text, answer };
}

function send(url, body, headers = {}, method = "POST") {
  return new Promise((resolve) => {
    const failed = (error) => resolve({ status: 0, text: String(error) });
    try {
      const request = http.request(url, { method, headers, timeout: 60_000 }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, text }));
        response.on("error", failed);
      });
      request.on("timeout", () => request.destroy(new Error("timed out")));
      request.on("error", failed);
      request.end(body);
    } catch (error) {
      failed(error);
    }
  });
}

/** Bytes as they are, to the way to the model or elsewhere, and all that comes back. */
function raw(bytes, { host = "127.0.0.1", port = PORT } = {}) {
  return new Promise((resolve) => {
    let text = "";
    const socket = net.connect(port, host, () => socket.write(bytes));
    socket.setTimeout(3000, () => socket.destroy());
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", (error) => (text += error.code));
    socket.on("close", () => resolve(text));
  });
}

module.exports = { ask, send, raw, PORT };

if (require.main === module)
  void ask(process.argv.slice(2).join(" ")).then(({ answer, text }) => console.log(answer ?? text));
