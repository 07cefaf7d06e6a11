import { json, type AppLoadContext } from "@remix-run/node";
import { isId, newId, sameText, seal } from "../ids.server";
import type { Complaint } from "../errors";
import type { Fields } from "../form-values";
import { sessionSecret } from "../secrets.server";

/** Nobody reads and fills in a form in less time than this. */
const HASTE_MS = 2_000;

/** A client's first forms may be that quick all the same: browsers fill fields in by themselves. */
const QUICK_ONES = 2;

/** Identifies one drawn form: when it was drawn, an id of its own, and proof that we drew it. */
export function newStamp() {
  const at = String(Math.floor(Date.now() / TICK_MS) * TICK_MS);
  if (tick.at !== at) tick = { at, proof: sealed(at) };
  return `${at}.${newId()}.${tick.proof}`;
}

/** Forms drawn at the same time share the proof. */
const TICK_MS = 100;
let tick = { at: "", proof: "" };

/** The stamp of a form that is drawn now; a server that keeps the page asks for a blank and fills it in later. */
export const stampFor = ({ blankStamp }: AppLoadContext) =>
  typeof blankStamp === "string" ? blankStamp : newStamp();

/**
 * Bot check: honeypot filled, or sent within 2 s by a client that has sent a few of these forms lately. The form comes
 * back as typed and passes on the next press. Runs after validation, so that nobody is sent back twice.
 */
export function askOnceMore(form: Fields, button: string, sentLately: number) {
  const hasty = sentLately >= QUICK_ONES && !wasRead(form.opened ?? "");
  if (!form.website && !hasty) return null;
  const refused = {
    message: `${hasty ? "That was very quick. " : ""}Please press ${button} again.`,
    complaints: [] as Complaint[],
    values: form,
    isWhole: true, // nothing failed yet: no words go before these
  };
  return json(refused, { status: 400, headers: { "Cache-Control": "no-store" } });
}

/** The id in the stamp of a posted form; undefined when it has none. */
export function formIdOf({ opened = "" }: Fields) {
  const [, id = ""] = opened.split(".");
  return isId(id) ? id : undefined;
}

/** A form of a later time than now was drawn before the clock was set back. */
function wasRead(opened: string) {
  const [at = "", , proof = ""] = opened.split(".");
  const age = Date.now() - Number(at);
  return sameText(proof, sealed(at)) && (age >= HASTE_MS || age < 0);
}

const sealed = (at: string) => seal(sessionSecret(), `opened ${at}`);
