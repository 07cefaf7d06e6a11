import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Fields } from "~/lib/form-values";
import { valuesIn } from "./use-form-values";

/** In memory and nowhere else: what people say about themselves stays in no browser after they leave. */
const left = new Map<string, Fields>();

/**
 * What stood in the form when somebody followed a link away from this entry of the history: going back from a
 * whole page, browsers fill it in again by themselves. Undefined for a new entry, and once the form was sent.
 */
export function useUnsentValues(id: string) {
  const { key } = useLocation();
  const { formMethod } = useNavigation();
  const isSent = useRef(false);
  const entry = `${id} ${key}`;
  const [kept] = useState(() => left.get(entry));

  useEffect(() => {
    isSent.current = formMethod === "POST";
  }, [formMethod]);

  useEffect(() => {
    const form = document.getElementById(id);
    return () => {
      if (form instanceof HTMLFormElement && !isSent.current) left.set(entry, valuesIn(form));
      else left.delete(entry);
    };
  }, [id, entry]);

  return kept;
}
