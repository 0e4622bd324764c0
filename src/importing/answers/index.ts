export { type ReadAnswers, readAnswers, sampleOfAnswer } from "./read-answers.ts";
