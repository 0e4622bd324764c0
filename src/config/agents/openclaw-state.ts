/**
 * Whether a path of a workspace is OpenClaw's own state; a folder's path ends in `/`. Up to 2026.8 it keeps notes in `.openclaw/`: that the workspace
 * was set up, and when. A trial leaves them out, because they are about another machine and mostly of another version. What lies in
 * `.openclaw/extensions/` are plugins, and those are the agent's.
 */
export function isOpenClawState(path: string): boolean {
  return /^\.openclaw(?:$|\/(?!$|extensions(?:\/|$)))/.test(path);
}
