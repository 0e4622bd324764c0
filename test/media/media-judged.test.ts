import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runEval } from "../../src/index.ts";
import { mergeStores } from "../../src/store/index.ts";
import { filesBelow } from "../gateway/one-trial.ts";
import { assay } from "../support/assay.ts";
import { digestOf, mediaBytes } from "../support/media.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CAMPAIGN = ["--suite", "media", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];

function exampleWorkspace(): string {
  const root = temporaryFolder();
  cpSync(join(projectRoot, "examples/media/configs"), join(root, "configs"), { recursive: true });
  return root;
}

const packetOf = (root: string, caseId: string) => {
  const [path] = filesBelow(join(root, "outputs/evaluations"), "judge_1.prompt.user.json").filter((file) =>
    file.includes(`/diligent/${caseId}/`),
  );
  return readFileSync(path!, "utf8");
};

test("the example runs offline, and the packet names each file with its hash and size", async () => {
  const root = exampleWorkspace();
  const { code, stderr } = await assay(["run-eval", ...CAMPAIGN], { cwd: root });
  expect([0, 1], stderr).toContain(code);
  const packet = packetOf(root, "red_circle");
  const bytes = mediaBytes("shapes.png");
  expect(packet).toContain(`[image: shapes.png]`);
  expect(packet).toContain(digestOf(bytes));
  expect(packet).toContain("You are not shown them");
  expect(packet).not.toContain(bytes.toString("base64").slice(0, 40));
  const run = JSON.parse(
    readFileSync(
      filesBelow(join(root, "outputs/runs"), "run_1.json").find((path) => path.includes("diligent/short_tone"))!,
      "utf8",
    ),
  );
  expect(run.final_output).toContain("tone.wav (audio/wav, 844 bytes)");
  expect(run.request.metadata.attachments).toEqual([
    { filename: "tone.wav", sha256: digestOf(mediaBytes("tone.wav")), bytes: 844 },
  ]);
});

test("a merged store has the media that were sent", async () => {
  const root = exampleWorkspace();
  await assay(["run", "--suite", "media", "--run-profile", "offline"], { cwd: root });
  const into = temporaryFolder();
  mergeStores(join(root, "outputs"), into);
  const digest = digestOf(mediaBytes("shapes.png"));
  const kept = readFileSync(join(into, "artifacts", digest.slice(0, 2), digest, "image.png"));
  expect(digestOf(kept)).toBe(digest);
});

test("a function in place of a model reads the bytes", async () => {
  const seen: string[] = [];
  await runEval({
    cwd: exampleWorkspace(),
    suite: "media",
    runProfile: "offline",
    evaluationProfile: "offline_judge",
    subjects: {
      eyes: {
        version: "1",
        answer({ messages, readMedia }) {
          for (const part of messages.flatMap(({ parts = [] }) => parts))
            if (part.type !== "text") seen.push(digestOf(readMedia(part.sha256)));
          return "I see.";
        },
      },
    },
  });
  expect(new Set(seen)).toEqual(new Set([digestOf(mediaBytes("shapes.png")), digestOf(mediaBytes("tone.wav"))]));
});
