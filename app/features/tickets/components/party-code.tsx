import { Link } from "@remix-run/react";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { Section } from "~/components/ui/section";
import type { partyCodeView } from "../ticket.presenter.server";
import { TicketCode } from "./ticket-code";

type View = NonNullable<ReturnType<typeof partyCodeView>>;

/** The party code of an order on its page for staff. */
export const StaffPartyCode = ({ code, qr, text }: View) => (
  <Section id="party-code" title="One code for all" className="card grid gap-3 p-5">
    <p>
      {text}. At the gate staff say how many come in. The single tickets stay valid.{" "}
      <Link to={`/t/${code}`} className="link">
        Open the code
      </Link>
    </p>
    <div className="justify-self-start [&>.ticket-code]:border-0">
      <TicketCode code={code} qr={qr} note="Show this at the gate" />
    </div>
  </Section>
);

/** The button that gives a paid order its party code. */
export const GiveOneCode = ({ action }: { action: string }) => (
  <PostForm action={action} formError={undefined}>
    <IntentButton intent="partyCode" variant="secondary">
      One code for all
    </IntentButton>
  </PostForm>
);

/** The party code of an order on its visitor's page. */
export const VisitorPartyCode = ({ code, qr, text, left }: View) => (
  <article className="card ticket grid break-inside-avoid overflow-hidden sm:grid-cols-[1fr_16rem]">
    <div className="grid content-start gap-3 p-5">
      <h2 className="text-title">One code for all</h2>
      <p>{admits(left)}</p>
      <p className="text-ink-2">{text}</p>
    </div>
    <TicketCode code={code} qr={qr} note="Show this at the gate" />
  </article>
);

const admits = (left: number) =>
  `This code admits ${left === 1 ? "1 person" : `${left} people`}. You can come in together or in parts, at any gate.`;
