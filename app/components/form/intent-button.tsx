import { Button, type ButtonProps } from "~/components/ui/button";
import { useIsSubmitting } from "./use-is-submitting";

/** One of the buttons of a form, by which the action knows what to do. */
export const IntentButton = ({ intent, ...props }: ButtonProps & { intent: string }) => (
  <Button name="intent" value={intent} busy={useIsSubmitting({ intent })} {...props} />
);
