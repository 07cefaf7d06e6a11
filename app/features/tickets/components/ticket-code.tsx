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
    <TicketLetters code={code} />
    <p className="text-small">{note}</p>
  </div>
);

/** To be typed where the code cannot be scanned. */
export const TicketLetters = ({ code }: { code: string }) => (
  <p className="max-w-40 text-center font-bold tracking-wider">{groupLetters(code)}</p>
);

const groupLetters = (code: string) => code.replace(/(.{5})(?=.)/g, "$1 ");
