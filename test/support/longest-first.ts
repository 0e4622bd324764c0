import { BaseSequencer, type TestSpecification } from "vitest/node";
import { secondsOf } from "./file-seconds.ts";

/**
 * The order of files. The longest first: begun last, they would keep one worker busy for minutes while the others have nothing left to do.
 * Within a project one after the other, because a worker that shares its modules goes on only with a file of the same project; a mixture
 * starts a process for almost every file.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (file: TestSpecification) => PROJECTS.indexOf(file.project.name);
    return (await super.sort(files)).sort(
      (one, other) => project(one) - project(other) || secondsOf(other.moduleId) - secondsOf(one.moduleId),
    );
  }
}

/** Unit tests are many and short, and fill the end evenly. */
const PROJECTS = ["slow", "e2e", "unit"];
