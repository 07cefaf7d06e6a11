import { Form, useSearchParams } from "@remix-run/react";
import { Button, ButtonLink } from "../base/button";
import { allOut } from "../gate/scan-words";

type Props = {
  status: "valid" | "used" | "void";
  isToday: boolean;
  isClosed: boolean;
  day: string;
  /** People of the same order, this one included while it is out. */
  stillOut: number;
};

/**
 * A ticket of another day, or of a slot that is closed, takes a second, plain step. One that is in already
 * still lets in the others of its order.
 */
export function CheckInForm({ status, isToday, isClosed, day, stillOut }: Props) {
  const [search] = useSearchParams();
  const asked = search.get("confirm") === "day";
  if (isToday && !isClosed) {
    return (
      <Form method="post" action="#errors" className="acts grid gap-3">
        {status === "valid" && (
          <Button size={52} className="min-h-16 w-full text-lead">
            Check in
          </Button>
        )}
        {stillOut > (status === "valid" ? 1 : 0) && (
          <Button variant="secondary" size={52} name="party" value="yes">
            {allOut(stillOut)}
          </Button>
        )}
      </Form>
    );
  }
  if (status !== "valid") return null;
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
