import { StatusBadge, type Tone } from "~/components/ui/status-badge";
import type { DeliveryState, EndpointState } from "../webhook.rules";

const ENDPOINTS: Record<EndpointState, [string, Tone]> = {
  active: ["Active", "paid"],
  stopped: ["Stopped", "cancelled"],
  gone: ["Gone", "refunded"],
};

export const EndpointBadge = ({ state }: { state: EndpointState }) => {
  const [label, tone] = ENDPOINTS[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

const DELIVERIES: Record<DeliveryState, [string, Tone]> = {
  waiting: ["Waiting", "pending"],
  sent: ["Sent", "paid"],
  failed: ["Failed", "refunded"],
  dropped: ["Not sent", "cancelled"],
};

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => {
  const [label, tone] = DELIVERIES[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
