import { expect, test } from "vitest";
import { environmentSecrets } from "./environment-secrets.ts";

test.each([
  ["GITHUB_TOKEN", "a-token-of-sixteen"],
  ["DB_PASSWORD", "s0me!pass"],
  ["PGPASSWORD", "hunter2hunter2"],
  ["SESSION_SECRET", "letters-only-but-long"],
  ["AWS_SECRET_ACCESS_KEY", "abcdefghijklmnop/0123456789+abcdefghijkl"],
  ["STRIPE_KEY", "k3yK3yk3yK3y"],
  ["ACME_PAT", "pat-0123456789abc"],
  ["GOOGLE_CREDENTIALS", '{"private_key":"x"}'],
  ["npm_config__authToken", "0123456789abcdef"],
])("%s is a secret", (name, value) => {
  expect(environmentSecrets({ [name]: ` ${value}\n` })).toEqual([value]);
});

test.each([
  ["DATABASE_URL", "postgres://app:pa55word@db:5432/app"],
  ["HTTPS_PROXY", "http://me:pa55word@proxy.test:3128"],
  ["REDIS", "redis://:pa55word@cache/0"],
])("the password in the URL of %s is a secret", (name, value) => {
  expect(environmentSecrets({ [name]: value })).toEqual(["pa55word"]);
});

test.each([
  ["PATH", "/usr/local/bin:/usr/bin:/bin"],
  ["DB_PASSWORD", "password"],
  ["DB_PASSWORD", "changeme"],
  ["OPENAI_API_KEY", "ollama"],
  ["CI_TOKEN", "1"],
  ["SSH_KEY", "/home/me/.ssh/id_rsa_2024"],
  ["SSH_AUTH_SOCK", "/tmp/ssh-abc123/agent.42"],
  ["CACHE_KEY", "user_profile_v2_key_name"],
  ["PUBLIC_KEY", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5"],
  ["NEXT_PAGE_TOKEN", "0123456789abcdef0123"],
  ["HOMEPAGE", "https://example.org/user:name@page"],
  ["PWD", "/home/some/long/folder-2"],
  ["NOTHING_TOKEN", undefined],
])("%s=%s is none", (name, value) => {
  expect(environmentSecrets({ [name]: value })).toEqual([]);
});
