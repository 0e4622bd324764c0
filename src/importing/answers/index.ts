export { readAnswers, sampleOfAnswer } from "./read-answers.ts";
