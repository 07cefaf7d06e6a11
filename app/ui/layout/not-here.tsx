import { ButtonLink } from "../button";
import { RedBox } from "../red-box";
import { PageHead } from "./page-head";

type Props = {
  title?: string;
  message: string;
  /** A list on which the search may go on. */
  list?: { to: string; label: string } | undefined;
};

export const NotHere = ({ title = "Not here", message, list }: Props) => (
  <>
    <PageHead title={title} />
    <div className="mt-6 grid justify-items-start gap-6">
      <RedBox>{message}</RedBox>
      <div className="flex flex-wrap gap-3">
        {list && (
          <ButtonLink to={list.to} variant="secondary">
            {list.label}
          </ButtonLink>
        )}
        <ButtonLink to="/admin/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </div>
  </>
);
