import { Link } from "@remix-run/react";

type Props = { title?: string; documents: { to: string; label: string }[] };

export const ReceiptLinks = ({ title = "Receipts", documents }: Props) =>
  documents.length > 0 && (
    <div className="mt-5 print:hidden">
      <h3 className="text-heading">{title}</h3>
      <ul className="mt-1 grid gap-1">
        {documents.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
