import { Form, useSearchParams } from "@remix-run/react";
import { Button, ButtonLink } from "../base/button";

type Props = {
  isToday: boolean;
  isClosed: boolean;
  day: string;
  /** People of the same order, this one included. */
  stillOut: number;
};

/** A ticket of another day, or of a slot that is closed, takes a second, plain step. */
export function CheckInForm({ isToday, isClosed, day, stillOut }: Props) {
  const [search] = useSearchParams();
  const asked = search.get("confirm") === "day";
  if (isToday && !isClosed) {
    return (
      <Form method="post" action="#errors" className="acts grid gap-3">
        <Button size={52} className="min-h-16 w-full text-lead">
          Check in
        </Button>
        {stillOut > 1 && (
          <Button variant="secondary" size={52} name="party" value="yes">
            Admit all {stillOut} still outside
          </Button>
        )}
      </Form>
    );
  }
  return (
    <Form method="post" action="#errors" className="acts grid gap-3">
      <p className="font-semibold text-danger-text">
        {isToday
          ? "The zoo is closed during this ticket's slot."
          : `This ticket is for ${day}, not for today.`}
      </p>
      {asked ? (
        <>
          <input type="hidden" name="override" value="yes" />
          <Button size={52}>Let this person in today</Button>
        </>
      ) : (
        <ButtonLink to="?confirm=day" variant="secondary" size={52} preventScrollReset>
          Check in anyway
        </ButtonLink>
      )}
    </Form>
  );
}
