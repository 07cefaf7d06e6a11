import { z } from "zod";
import { LONGEST } from "./text";

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const TOP = "[a-z][a-z0-9-]{0,61}[a-z0-9]";
const ADDRESS = new RegExp(
  String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${TOP}$`,
  "i",
);

/**
 * An e-mail address as people have them: before the @ anything that browsers accept, as in `r&d@zoo.in`, and
 * after it a name with a dot. Refuses others with this message.
 */
export const emailAddress = (message: string) =>
  z
    .string()
    .max(LONGEST.email, message)
    .pipe(z.email({ error: message, pattern: ADDRESS }));
