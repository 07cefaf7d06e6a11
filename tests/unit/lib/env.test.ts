import { describe, expect, test } from "vitest";
import { parseEnv, EnvError } from "~/env.server";

const refusal = (env: Record<string, string>) => {
  try {
    parseEnv(env);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "accepted";
};

test("uses the documented defaults", () => {
  expect(parseEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "0.0.0.0",
    PUBLIC_URL: undefined,
    OWNER_EMAIL: undefined,
    OWNER_PASSWORD: undefined,
    DEMO_DATA: "catalogue",
    ZOO_TIMEZONE: "Asia/Kolkata",
    SESSION_SECRET: undefined,
    SMTP_URL: undefined,
    UPI_VPA: undefined,
    TRUST_PROXY: 0,
    HSTS_SUBDOMAINS: "off",
    RATE_LIMITS: "on",
    LOG_FORMAT: undefined,
  });
});

describe("an invalid value aborts startup with one line", () => {
  test.each([
    { name: "PORT", value: "abc", accepts: /65535/ },
    { name: "PORT", value: "70000", accepts: /65535/ },
    { name: "PORT", value: "-1", accepts: /65535/ },
    { name: "PORT", value: "80.5", accepts: /65535/ },
    { name: "PORT", value: "Infinity", accepts: /65535/ },
    { name: "PORT", value: "1e3", accepts: /65535/ },
    { name: "PORT", value: "0x1000", accepts: /65535/ },
    { name: "PUBLIC_URL", value: "https://me:secret@zoo.example", accepts: /nothing after/ },
    { name: "PUBLIC_URL", value: "https://zoo.example/?from=mail", accepts: /nothing after/ },
    { name: "PUBLIC_URL", value: "https://zoo.example#top", accepts: /nothing after/ },
    { name: "PUBLIC_URL", value: "zoo.example", accepts: /https:/ },
    { name: "PUBLIC_URL", value: "ftp://zoo.example", accepts: /https:/ },
    { name: "PUBLIC_URL", value: "javascript:alert(1)", accepts: /https:/ },
    { name: "PUBLIC_URL", value: "https://zoo.example/shop", accepts: /path/ },
    { name: "OWNER_EMAIL", value: "asha", accepts: /e-?mail/ },
    { name: "OWNER_EMAIL", value: `${"a".repeat(250)}@b.de`, accepts: /e-?mail/ },
    { name: "OWNER_NAME", value: "A".repeat(500), accepts: /100/ },
    { name: "DEMO_DATA", value: "some", accepts: /catalogue.*full.*none/ },
    { name: "DEMO_DATA", value: "FULL", accepts: /catalogue.*full.*none/ },
    { name: "ZOO_TIMEZONE", value: "Mars/Olympus", accepts: /Asia\/Kolkata/ },
    { name: "ZOO_TIMEZONE", value: "IST+5:30", accepts: /Asia\/Kolkata/ },
    { name: "ZOO_TIMEZONE", value: "+05:30", accepts: /Asia\/Kolkata/ },
    { name: "MAIL_FROM", value: "x", accepts: /zoo@example/ },
    { name: "MAIL_FROM", value: "abc", accepts: /zoo@example/ },
    { name: "MAIL_FROM", value: "Zoo <bad", accepts: /zoo@example/ },
    { name: "MAIL_FROM", value: "Zoo, Verse <zoo@zoo.test>", accepts: /zoo@example/ },
    { name: "MAIL_FROM", value: "Zoo\nBcc: a@b.test <zoo@zoo.test>", accepts: /zoo@example/ },
    { name: "UPI_VPA", value: "zoo", accepts: /@/ },
    { name: "UPI_VPA", value: "zoo@bank&am=1", accepts: /@/ },
    { name: "PAYMENTS", value: "on", accepts: /demo or off/ },
    { name: "RAZORPAY_URL", value: "https://api.example", accepts: /on this machine/ },
    { name: "RAZORPAY_URL", value: "http://127.0.0.1.example", accepts: /on this machine/ },
    { name: "TRUST_PROXY", value: "yes", accepts: /0 to/ },
    { name: "TRUST_PROXY", value: "-1", accepts: /0 to/ },
    { name: "TRUST_PROXY", value: "1.5", accepts: /0 to/ },
    { name: "RATE_LIMITS", value: "maybe", accepts: /on.*off/ },
    { name: "RATE_LIMITS", value: "0", accepts: /on.*off/ },
    { name: "ONE_WRITER", value: "no", accepts: /on.*off/ },
    { name: "BACKUP_HOURS", value: "0.5", accepts: /whole number of hours from 1 to 8,760, or 0/ },
    { name: "BACKUP_HOURS", value: "9000", accepts: /whole number of hours from 1 to 8,760, or 0/ },
    { name: "REPLICA_RETENTION_DAYS", value: "1.5", accepts: /number of days, or 0/ },
    { name: "LOG_FORMAT", value: "xml", accepts: /pretty.*json/ },
    { name: "LOG_FORMAT", value: "a\nb", accepts: /pretty.*json/ },
  ])("$name=$value", ({ name, value, accepts }) => {
    const said = refusal({ [name]: value });

    expect(said).toContain(name);
    expect(said).toContain(JSON.stringify(value));
    expect(said).toMatch(accepts);
    expect(said).not.toContain("\n");
  });

  test.each([
    { name: "OWNER_PASSWORD", value: "12345", accepts: /6 to 1000 characters/ },
    { name: "OWNER_PASSWORD", value: "x".repeat(1_200), accepts: /1000/ },
    { name: "SMTP_URL", value: "smtp://:", accepts: /smtp:\/\// },
    { name: "SMTP_URL", value: "smtp://user:hunter2@host:99999", accepts: /smtp:\/\// },
    { name: "SMTP_URL", value: "smtp://user:12#hunter2@host", accepts: /smtp:\/\// },
    { name: "SMTP_URL", value: "smtp://user:50%hunter2@host", accepts: /smtp:\/\// },
    { name: "SESSION_SECRET", value: "far-too-short", accepts: /32 characters/ },
    { name: "RAZORPAY_KEY", value: "rzp_live_hunter2", accepts: /with a colon between/ },
    { name: "RAZORPAY_KEY", value: "rzp_other_id:hunter2", accepts: /with a colon between/ },
    { name: "STRIPE_KEY", value: "pk_live_hunter2", accepts: /begins with sk_ or rk_/ },
    { name: "STRIPE_WEBHOOK_SECRET", value: "whsec_1, hunter2", accepts: /begins with whsec_/ },
    { name: "SMTP_URL", value: "http://user:hunter2@mail.example", accepts: /smtp:\/\// },
    { name: "SMTP_URL", value: "hunter2", accepts: /smtp:\/\// },
  ])("does not print the secret $name", ({ name, value, accepts }) => {
    const said = refusal({ [name]: value });

    expect(said).toContain(name);
    expect(said).toMatch(accepts);
    expect(said).not.toContain(value);
    expect(said).not.toContain("hunter2");
    expect(said).not.toContain("\n");
  });

  test.each([
    [
      { RAZORPAY_KEY: "rzp_live_id:hunter2", STRIPE_KEY: "sk_live_hunter2" },
      /^RAZORPAY_KEY and STRIPE_KEY are both set/,
    ],
    [
      { RAZORPAY_KEY: "rzp_live_id:hunter2" },
      /^RAZORPAY_KEY is set without RAZORPAY_WEBHOOK_SECRET/,
    ],
    [{ STRIPE_KEY: "sk_live_hunter2" }, /^STRIPE_KEY is set without STRIPE_WEBHOOK_SECRET/],
    [
      { PAYMENTS: "demo", STRIPE_KEY: "rk_test_hunter2" },
      /^PAYMENTS is demo and STRIPE_KEY is set/,
    ],
  ])("settings of payments that do not fit together: %$", (settings, sentence) => {
    const said = refusal(settings);

    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/hunter2|\n/);
  });

  test("names the first of several invalid values", () => {
    const said = refusal({ PORT: "x", LOG_FORMAT: "y", TRUST_PROXY: "z" });

    expect(said).toMatch(/^PORT\b/);
  });
});

test.each([
  [{ PORT: "0" }, { PORT: 0 }],
  [{ PORT: " 8080 " }, { PORT: 8080 }],
  [{ PORT: "" }, { PORT: 3000 }],
  [{ PORT: "  " }, { PORT: 3000 }],
  [{ PUBLIC_URL: "https://zoo.example/" }, { PUBLIC_URL: "https://zoo.example" }],
  [{ PUBLIC_URL: "HTTP://ZOO.example:8080" }, { PUBLIC_URL: "http://zoo.example:8080" }],
  [{ OWNER_PASSWORD: "123456" }, { OWNER_PASSWORD: "123456" }],
  [{ ZOO_TIMEZONE: "Europe/London" }, { ZOO_TIMEZONE: "Europe/London" }],
  [{ TRUST_PROXY: "2" }, { TRUST_PROXY: 2 }],
  [{ RATE_LIMITS: "off" }, { RATE_LIMITS: "off" }],
  [{ LOG_FORMAT: "json" }, { LOG_FORMAT: "json" }],
  [{ UPI_VPA: "city.zoo-1@okbank" }, { UPI_VPA: "city.zoo-1@okbank" }],
  [
    { RAZORPAY_KEY: "rzp_test_1:a_b", RAZORPAY_WEBHOOK_SECRET: "new, old", PAYMENTS: "off" },
    { RAZORPAY_KEY: "rzp_test_1:a_b", RAZORPAY_WEBHOOK_SECRET: ["new", "old"] },
  ],
  [
    { STRIPE_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    { STRIPE_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: ["whsec_1"] },
  ],
  [{ RAZORPAY_URL: "http://127.0.0.1:8080/" }, { RAZORPAY_URL: "http://127.0.0.1:8080" }],
  [{ SMTP_URL: "smtps://u:p@mail.example:465" }, { SMTP_URL: "smtps://u:p@mail.example:465" }],
  [{ SMTP_URL: "smtp://[::1]:25?name=zoo" }, { SMTP_URL: "smtp://[::1]:25?name=zoo" }],
  [{ MAIL_FROM: "zoo@zoo.test" }, { MAIL_FROM: "zoo@zoo.test" }],
  [{ MAIL_FROM: "Zoo Verse <zoo@zoo.test>" }, { MAIL_FROM: "Zoo Verse <zoo@zoo.test>" }],
  [{ MAIL_FROM: '"Zoo, Verse" <z@zoo.test>' }, { MAIL_FROM: '"Zoo, Verse" <z@zoo.test>' }],
  [{ OWNER_PASSWORD: " 12 56 " }, { OWNER_PASSWORD: " 12 56 " }],
  [{ OWNER_PASSWORD: "      " }, { OWNER_PASSWORD: undefined }],
  [{ UNKNOWN: "x" }, { PORT: 3000 }],
])("%j is read as %j", (env, read) => {
  expect(parseEnv(env)).toMatchObject(read);
});
