import { expect, test } from "vitest";
import { requestOptions } from "./request-options.ts";

test("a model's own fields, primary_params and request_options are sent, and what is nearer to the run wins", () => {
  const model = {
    model_id: "m",
    label: "M",
    top_k: 1,
    seed: 1,
    primary_params: { seed: 2, min_p: 2, user: "p" },
    request_options: { user: "o", house_style: 3, temperature: 3 },
  };
  expect(requestOptions(model, { temperature: 0, request_options: { house_style: 4 } })).toEqual({
    top_k: 1,
    seed: 2,
    min_p: 2,
    user: "o",
    house_style: 4,
    temperature: 0,
  });
});
