import { UsageError } from "./report-error.ts";

/** Whether the site can take bookings; throws when it cannot. With `wait`: it has just been started. */
export async function health({ wait }: { wait?: true } = {}) {
  const { awaitReadiness } = await import("~/features/maintenance/ask-readiness.server");
  const { address, answer } = await awaitReadiness(wait ? 60_000 : 0);
  if (!answer) throw new Error(`Nothing answers at ${address}`);
  if (!answer.ok) throw new Error(`${answer.status} at ${address}: ${answer.text}`);
  console.log("The site is open and takes bookings");
}

/** Prints what is not as it should be. Throws, after the lines, when something is not. */
export async function doctor() {
  const { examineSite } = await import("~/features/maintenance/examine-site.server");
  const findings = await examineSite();
  for (const { about, found, fix } of findings) {
    console.log(`${fix === undefined ? "ok    " : "WRONG "} ${about.padEnd(8)}  ${found}`);
    if (fix !== undefined) console.log(`${" ".repeat(17)}→ ${fix}`);
  }
  const wrong = findings.filter(({ fix }) => fix !== undefined).length;
  if (wrong > 0) throw new Error(`\n${wrong} of ${findings.length} lines need attention`);
  console.log("\nAll is well");
}

/** Sends a test mail at once, and reports what the mail server answers. */
export async function mailTest(address: string) {
  const { env } = await import("~/env.server");
  if (!env.SMTP_URL) throw new UsageError("SMTP_URL is not set, so no mail is sent");
  const { CliMailTest } = await import("~/features/mail/status/test-mail.schema");
  const { error, data } = CliMailTest.safeParse({ email: address });
  if (error) throw new UsageError(error.issues[0]?.message);
  await (await import("~/features/startup/open-zoo.server")).openZoo();
  const { sendTestMail } = await import("~/features/mail/status/test-mail.server");
  await sendTestMail(data.email);
  console.log(`The mail server has taken a test mail to ${data.email}`);
}
