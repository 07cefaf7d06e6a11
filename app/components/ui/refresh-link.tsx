import RefreshCw from "lucide-react/icons/refresh-cw";
import { ButtonLink } from "./button";
import { Icon } from "./icon";

export const RefreshLink = ({ to }: { to: string }) => (
  <ButtonLink to={to} variant="secondary" preventScrollReset>
    <Icon icon={RefreshCw} size={18} /> Refresh
  </ButtonLink>
);
