import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Comment {
  id: number;
  body: string;
  user: { type: string; login: string };
}

/** The part of GitHub's API that comments need, over HTTP. `refuse` answers everything with a status. */
export async function openGitHub({ comments = [], refuse }: { comments?: Comment[]; refuse?: number } = {}) {
  const asked: string[] = [];
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const piece of request) text += piece;
    const { pathname, searchParams } = new URL(request.url!, "http://here");
    asked.push(`${request.method} ${pathname}`);
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (refuse !== undefined) return answer(refuse, { message: "no" });
    if (request.headers.authorization !== "Bearer a-token") return answer(401, {});
    // A workflow's token belongs to no person.
    if (pathname === "/user") return answer(403, {});
    if (request.method === "GET") {
      const [size, page] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
      return answer(200, comments.slice((page - 1) * size, page * size));
    }
    const { body } = JSON.parse(text);
    if (request.method === "POST") {
      comments.push({ id: comments.length + 1, body, user: { type: "Bot", login: "github-actions[bot]" } });
      return answer(201, {});
    }
    const id = Number(pathname.split("/").at(-1));
    comments.find((comment) => comment.id === id)!.body = body;
    return answer(200, {});
  };
  const server = createServer((request, response) => void answerTo(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    asked,
    close: () => void server.close(),
  };
}
