import { NoWrapHours } from "~/components/ui/no-wrap-hours";

/** "Evening, 3:00–6:00 PM" */
export const SlotText = ({ slot, hours }: { slot: string; hours: string }) => (
  <NoWrapHours>{`${slot}, ${hours}`}</NoWrapHours>
);
