import { Form } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { demoView } from "../demo.actions.server";

const WAYS = [
  ["pay", "Pay"],
  ["late", "Pay, but tell the zoo late"],
  ["twice", "Pay twice"],
  ["less", "Pay ₹1 less"],
  ["fail", "Fail, then pay"],
  ["silent", "Pay, say nothing and close"],
] as const;

/** Unlike the site on purpose: it stands for somebody else's page. */
export function DemoScreen(props: ScreenData<typeof demoView>) {
  const { action, description, amount, isClosed, isPaid, hasFailed, isSilent, isLate } = props;
  return (
    <main id="main" className="mx-auto grid max-w-md gap-4 p-6 font-mono">
      <h1 className="text-xl font-bold">Demo payments</h1>
      <p>No money moves. A real provider's page would be here.</p>
      <p>
        {description}: <strong>{amount}</strong>
      </p>
      {hasFailed && !isPaid && <p role="alert">The bank declined. Try again.</p>}
      {isClosed && <p>This page has expired.</p>}
      {isPaid && isSilent && <p>Paid. Close this page: the zoo has not been told.</p>}
      {isPaid && isLate && (
        <>
          <p>Paid. The zoo has not been told yet; it will be when its page has expired.</p>
          <Form method="post" action={action}>
            <button name="intent" value="tell" className="w-full border-2 p-3 underline">
              Tell the zoo now
            </button>
          </Form>
        </>
      )}
      {!isPaid && !isClosed && (
        <Form method="post" action={action} className="grid gap-3">
          {WAYS.map(([intent, label]) => (
            <button key={intent} name="intent" value={intent} className="border-2 p-3 underline">
              {label}
            </button>
          ))}
        </Form>
      )}
    </main>
  );
}
