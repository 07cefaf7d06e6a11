import { Qr } from "~/components/ui/qr";

type Props = {
  code: string;
  /** In modules, without the quiet zone. */
  qr: { path: string; size: number };
  note: string;
};

export const TicketCode = ({ code, qr, note }: Props) => (
  <div className="ticket-code">
    <Qr {...qr} label={code} />
    <p className="max-w-40 text-center font-bold tracking-wider">{groupLetters(code)}</p>
    <p className="text-small">{note}</p>
  </div>
);

const groupLetters = (code: string) => code.replace(/(.{5})(?=.)/g, "$1 ");
