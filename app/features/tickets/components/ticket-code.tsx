import { Qr } from "~/components/ui/qr";

type Props = {
  code: string;
  /** In modules, without the quiet zone. */
  qr: { path: string; size: number };
  note: string;
};

/** What the gate scans, and what is typed there when it cannot be scanned. */
export const TicketCode = ({ code, qr, note }: Props) => (
  <div className="ticket-code">
    <Qr {...qr} label={code} />
    <p className="max-w-40 text-center font-bold tracking-wider">{groupLetters(code)}</p>
    <p className="text-small">{note}</p>
  </div>
);

/** As it is read aloud or typed: five letters at a time. */
const groupLetters = (code: string) => code.replace(/(.{5})(?=.)/g, "$1 ");
