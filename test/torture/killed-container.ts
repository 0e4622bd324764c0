/** A process that runs a container with the client it is given, and is killed by its parent. */
import { runContainer } from "../../src/sandbox/index.ts";

await runContainer(
  { program: process.argv[2]!, env: process.env, chosenBy: "a test" },
  {
    purpose: "sandbox",
    image: "some/image",
    user: "1000:1000",
    options: [],
    command: ["true"],
    limits: { seconds: 600, outputBytes: 1000 },
  },
);
