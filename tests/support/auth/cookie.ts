type Person = { email: string; password: string };

/** Signs in by the API. Answers what a browser would send from then on. */
export async function cookieOf(url: string, { email, password }: Person) {
  const answer = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
