/**
 * Changes the comment that an earlier run left on the pull request, or adds the first one. Which is ours is told by the first line of the text. A problem is
 * told in a sentence: a comment that cannot be written must not fail a build.
 */
export async function keepComment({ api, repository, token, pull }, text) {
  const [marker] = text.split("\n");
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "content-type": "application/json",
  };
  const comments = `${api}/repos/${repository}/issues/${pull.number}/comments`;
  try {
    const own = await findComment(comments, headers, marker, await isOurs(api, headers));
    const [url, method] = own ? [`${api}/repos/${repository}/issues/comments/${own.id}`, "PATCH"] : [comments, "POST"];
    const answer = await fetch(url, { method, headers, body: JSON.stringify({ body: text }) });
    return answer.ok ? null : refusal(answer);
  } catch (error) {
    return error instanceof Refused ? error.message : `GitHub could not be reached: ${error.message}`;
  }
}

class Refused extends Error {}

const PER_PAGE = 100;
const MOST_PAGES = 50;

/** Anybody can write our first line into a comment. A workflow's own token belongs to a bot and cannot ask who it is; a person's can. */
async function isOurs(api, headers) {
  const answer = await fetch(`${api}/user`, { headers });
  const login = answer.ok ? (await answer.json()).login : null;
  return ({ user }) => (login === null ? user?.type === "Bot" : user?.login === login);
}

async function findComment(comments, headers, marker, ours) {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await fetch(`${comments}?per_page=${PER_PAGE}&page=${page}`, { headers });
    if (!answer.ok) throw new Refused(refusal(answer));
    const listed = await answer.json();
    const own = listed.find((comment) => comment.body?.startsWith(marker) && ours(comment));
    if (own) return own;
    if (listed.length < PER_PAGE) return null;
  }
  return null;
}

function refusal({ status }) {
  const hint =
    status === 403 || status === 404
      ? "; give the job `permissions: pull-requests: write`, or set `comment: false`"
      : "";
  return `GitHub refused the comment (${status})${hint}`;
}
