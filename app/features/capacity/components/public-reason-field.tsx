import { Field } from "~/components/form/field";
import { PUBLIC_REASON_MAX } from "../capacity.rules";

export const PublicReasonField = () => (
  <Field
    name="publicReason"
    label="Reason for visitors"
    optional
    maxLength={PUBLIC_REASON_MAX}
    hint="Shown wherever a slot of the day is shown closed, such as “Storm damage”."
    autoComplete="off"
  />
);
