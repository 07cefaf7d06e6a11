import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormValues } from "~/lib/form-values";
import { valuesIn } from "./use-form-values";

/** In memory only, because it may hold personal data. */
const drafts = new Map<string, FormValues>();

/** The values when the visitor left this history entry by a link: browsers restore them only after full loads. */
export function useDraft(id: string) {
  const { key } = useLocation();
  const { formMethod } = useNavigation();
  const isSent = useRef(false);
  const entry = `${id} ${key}`;
  const [draft] = useState(() => drafts.get(entry));

  useEffect(() => {
    isSent.current = formMethod === "POST";
  }, [formMethod]);

  useEffect(() => {
    const form = document.getElementById(id);
    return () => {
      if (form instanceof HTMLFormElement && !isSent.current) drafts.set(entry, valuesIn(form));
      else drafts.delete(entry);
    };
  }, [id, entry]);

  return draft;
}
