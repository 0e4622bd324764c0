import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { IN_THE_LONG_RUN, WHILE_LOADING } from "./engine-settings.ts";

test("this version of Node knows all settings: nobody reads about an unknown one in the middle of a campaign", () => {
  const program = `for (const setting of ${JSON.stringify([...WHILE_LOADING, ...IN_THE_LONG_RUN])})
    process.getBuiltinModule("node:v8").setFlagsFromString(setting)`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});
