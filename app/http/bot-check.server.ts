import { json, type AppLoadContext } from "@remix-run/node";
import { newId, sameText, seal } from "~/domain/codes.server";
import type { Complaint } from "~/domain/errors";
import { sessionSecret } from "~/domain/secrets.server";
import type { Fields } from "./body.server";

/** A form that took less time than this was not read. */
const HASTE_MS = 2_000;

/** Tells one drawn form from another: when it was drawn, a name of its own, and proof that we drew it then. */
export function newStamp() {
  const at = String(Math.floor(Date.now() / TICK_MS) * TICK_MS);
  if (tick.at !== at) tick = { at, proof: sealed(at) };
  return `${at}.${newId()}.${tick.proof}`;
}

/** Forms that are drawn at the same time share the proof. */
const TICK_MS = 100;
let tick = { at: "", proof: "" };

/** The stamp of a form that is drawn now; a server that keeps the page asks for a blank, and fills it. */
export const stampFor = ({ blankStamp }: AppLoadContext) =>
  typeof blankStamp === "string" ? blankStamp : newStamp();

/**
 * Bot check: honeypot filled, or sent within 2 s. The form comes back as typed and passes on the next press. Runs
 * after validation, so that nobody is sent back twice.
 */
export function askOnceMore(form: Fields, button: string) {
  if (!form.website && wasRead(form.opened ?? "")) return null;
  const refused = {
    message: `Please press ${button} again`,
    complaints: [] as Complaint[],
    values: form,
    isWhole: true, // nothing failed yet: no words go before these
  };
  return json(refused, { status: 400, headers: { "Cache-Control": "no-store" } });
}

function wasRead(opened: string) {
  const [at = "", , proof = ""] = opened.split(".");
  return sameText(proof, sealed(at)) && Date.now() - Number(at) >= HASTE_MS;
}

const sealed = (at: string) => seal(sessionSecret(), `opened ${at}`);
