import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { sampleOf } from "../support/thorough.ts";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

/** More than a function can take arguments, and many times what a packet has room for. */
const MANY = 200_000;

const PIECES = ["` ", '"4" ', "| a ", "[a](b) ", "4, ", "# a\n", "\u202e", "{} "];

test.each(sampleOf(PIECES, 4))(
  "an answer of two hundred thousand times %j is kept, judged and shown",
  async (piece) => {
    const workspace = await judgedWorkspace({
      subject: () => piece.repeat(MANY),
      judge: () => verdict(8, `It says "${piece.trim()}" and '${piece.repeat(200).trim()}'.`),
    });
    expect(await workspace.call("run-eval")).toMatchObject({ code: 0 });
    expect(await assay(["show", "alpha/one"], { cwd: workspace.root })).toMatchObject({ code: 0 });
    const formats = ["json", "markdown", "junit", "csv", "pr-comment"].flatMap((name) => [
      "--output",
      `${name}=${name}`,
    ]);
    expect(await workspace.call("report", [...formats, "--html", "page.html"])).toMatchObject({ code: 0 });
    expect(JSON.parse(workspace.read("json")).trials).toHaveLength(4);
  },
);
