import { useEffect, useState } from "react";
import type { PromoTerms } from "~/features/tariff/tariff";
import { compactCode } from "~/lib/text/clean-text";
import type { FormValues } from "~/lib/form-values";

export type Promo = { terms: PromoTerms | null };

const PAUSE_MS = 300;

/** The terms of the typed promo code, asked of the server once typing pauses; `loaded` are those it sent with the form. */
export function usePromo(typed: FormValues, loaded: PromoTerms | null = null): Promo {
  const code = compactCode(typed.promoCode ?? "");
  const [found, setFound] = useState(loaded);
  const [lastLoaded, setLastLoaded] = useState(loaded);
  if (loaded !== lastLoaded) {
    setLastLoaded(loaded);
    setFound(loaded);
  }

  const { date = "", slot = "" } = typed;
  useEffect(() => {
    if (code === "" || code === loaded?.code) return;
    const asking = new AbortController();
    const query = new URLSearchParams({ code, date, slot });
    const pause = setTimeout(() => {
      fetchPromo(query, asking.signal).then(setFound, () => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [code, date, slot, loaded]);

  return { terms: found?.code === code ? found : null };
}

async function fetchPromo(query: URLSearchParams, signal: AbortSignal) {
  const response = await fetch(`/tickets/promo?${query}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return ((await response.json()) as { promo: PromoTerms | null }).promo;
}
