import { RefreshCw } from "lucide-react";
import { ButtonLink } from "./button";
import { Icon } from "./icon";

/** The same address again: a reload without script, fresh data with it. */
export const Refresh = ({ to }: { to: string }) => (
  <ButtonLink to={to} variant="secondary" preventScrollReset>
    <Icon of={RefreshCw} size={18} /> Refresh
  </ButtonLink>
);
