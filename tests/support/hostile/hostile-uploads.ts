import { request, type Shape } from "../site/wire.ts";

const parts = (count: number) =>
  `${'--zoo\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(count)}--zoo--\r\n`;
const file = (name: string, content: string) =>
  `--zoo\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\n\r\n${content}\r\n--zoo--\r\n`;

/** Forms with files from somebody who may send them. */
export const uploads = (token: string): Shape[] =>
  (
    [
      ["10,000 parts", parts(10_000)],
      ["parts without an end", parts(3).slice(0, -12)],
      ["a boundary that never comes", "nothing at all"],
      ["a head of 100 KB in a part", `--zoo\r\nX: ${"a".repeat(100_000)}\r\n\r\nb\r\n--zoo--\r\n`],
      ["a part without a head", "--zoo\r\n\r\n--zoo--\r\n"],
      ["a file with a name to climb by", file("../../\u0000.svg", "<svg onload=alert(1)>")],
      ["a file of 7 MB", file("a.png", "x".repeat(7 * 1024 * 1024))],
    ] as const
  ).map(([name, body]) => ({
    name,
    bytes: request("POST /api/v1/animal", body, {
      type: "multipart/form-data; boundary=zoo",
      token,
    }),
  }));
