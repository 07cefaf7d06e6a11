import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { findPromoFor } from "~/features/tariff/promo-codes.server";
import { limit } from "~/lib/http/rate-limit.server";
import { readQuery } from "~/lib/http/read-body.server";

/** The terms of a promo code for the booking form; limited, so that codes cannot be guessed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { code = "", date, slot } = readQuery(request);
  await limit("promo codes", request, context);
  const { promo } = findPromoFor({ promoCode: code, date, slot });
  return json({ promo }, { headers: { "Cache-Control": "no-store" } });
}
