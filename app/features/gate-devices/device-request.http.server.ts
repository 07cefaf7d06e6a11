import { createCookie, json } from "@remix-run/node";
import type { GateDevice } from "~/features/auth/permissions";
import { formAction } from "~/lib/http/form-action.server";
import type { FormValues } from "~/lib/form-values";
import { toUserError } from "~/lib/http/to-user-error.server";
import { isHttps } from "~/lib/http/urls.server";
import { ACCESS_ENDED, DEVICE_GATE_PATH } from "./gate-device.rules";
import { deviceOfSecret, noteSeen } from "./pairing.server";

/** Browsers keep no cookie for longer; each opening of the gate's page renews it. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

const cookie = createCookie(`${isHttps ? "__Secure-" : ""}zoo_gate`, {
  path: DEVICE_GATE_PATH,
  httpOnly: true,
  sameSite: "lax",
  secure: isHttps,
  maxAge: COOKIE_SECONDS,
});

export const deviceCookie = (secret: string) => cookie.serialize(secret);

/** The device that asks; null without its cookie, and once it was revoked. */
export async function deviceOf(request: Request): Promise<GateDevice | null> {
  const secret = await secretOf(request);
  const device = secret ? deviceOfSecret(secret) : null;
  if (device) noteSeen(device);
  return device;
}

/** The device's own cookie again, so that it lives until the device is revoked. */
export async function renewedCookie(request: Request): Promise<Record<string, string>> {
  const secret = await secretOf(request);
  return secret ? { "Set-Cookie": await deviceCookie(secret) } : {};
}

const SCAN_FIELDS = ["code", "override", "party", "people", "scans", "now"];

/** A form of the gate's page. Looks for the device after the body, which may have come slowly. */
export const deviceFormAction = (
  request: Request,
  work: (device: GateDevice, form: FormValues) => Promise<Response>,
) =>
  formAction(
    request,
    async (form) => {
      const device = await deviceOf(request);
      return device ? work(device, form) : accessEnded();
    },
    { moreFields: SCAN_FIELDS },
  );

/** For the page's own requests. Always answers, so that the page can tell an ended device from a missing connection. */
export async function deviceResource(
  request: Request,
  work: (device: GateDevice) => Response | Promise<Response>,
): Promise<Response> {
  const answer = await answered(request, work);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

async function answered(
  request: Request,
  work: (device: GateDevice) => Response | Promise<Response>,
) {
  try {
    const device = await deviceOf(request);
    return device ? await work(device) : accessEnded();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    if (request.signal.aborted) throw thrown; // nobody is there to read an answer
    const { message, status } = toUserError(thrown, request);
    return json({ message }, status);
  }
}

/** The gate's page reads `ended`, and judges no more. */
const accessEnded = () =>
  json(
    { message: ACCESS_ENDED, issues: [], values: {}, ended: "revoked" },
    { status: 401, headers: { "Cache-Control": "no-store" } },
  );

async function secretOf({ headers }: Request) {
  const value: unknown = await cookie.parse(headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}
