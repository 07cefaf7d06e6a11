import { PostForm } from "~/components/form/post-form";
import { IntentButton } from "~/components/form/intent-button";

type Props = { own: string; proof: string; expiresAt: string };

/** Reached from the mail only: one press holds the places until the slot ends. */
export const ConfirmBooking = ({ own, proof, expiresAt }: Props) => (
  <PostForm
    action={`${own}#errors`}
    formError={undefined}
    aria-labelledby="confirm-booking"
    className="card grid gap-4 p-5"
  >
    <h2 id="confirm-booking" className="text-legend">
      Are you coming?
    </h2>
    <p>
      Confirm it, and we hold your places until your slot ends; you pay at the counter on the day.
      Otherwise they go back on sale at {expiresAt}.
    </p>
    <input type="hidden" name="proof" value={proof} />
    <p className="acts grid">
      <IntentButton intent="confirm" size={52}>
        Confirm booking
      </IntentButton>
    </p>
  </PostForm>
);
