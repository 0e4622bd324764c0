import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Paths of PEM files. */
export interface Certificates {
  /** Trusting this authority means trusting the server. */
  authority: string;
  server: string;
  serverKey: string;
}

/** A private authority, and a certificate that it signed for 127.0.0.1 and localhost. */
export async function writeCertificates(folder: string): Promise<Certificates> {
  const path = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => promisify(execFile)("openssl", words, { cwd: folder });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=Test CA");
  await openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
  writeFileSync(path("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  const authority = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"];
  const signed = ["-out", "server.crt", "-days", "2", "-extfile", "names"];
  await openssl("x509", "-req", "-in", "server.csr", ...authority, ...signed);
  return { authority: path("ca.crt"), server: path("server.crt"), serverKey: path("server.key") };
}
