import { MAIL_KINDS, MAIL_LABEL, MAIL_STATES } from "../mail.rules";
import { SelectField } from "~/components/form/field";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { MAIL_STATE_LABEL } from "./mail-state";

type Props = { q: string; state: string; kind: string; clearTo: string | null };

const ALL = { value: "", label: "all" };
const STATES = [ALL, ...MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABEL[value] }))];
const KINDS = [ALL, ...MAIL_KINDS.map((value) => ({ value, label: MAIL_LABEL[value] }))];

export const OutboxFilter = ({ q, state, kind, clearTo }: Props) => (
  <SearchBar clearTo={clearTo}>
    <SearchField defaultValue={q} placeholder="address or order" />
    <SelectField
      label="Status"
      name="state"
      defaultValue={state}
      options={STATES}
      className="w-40 max-sm:grow max-sm:basis-32"
    />
    <SelectField
      label="Kind"
      name="kind"
      defaultValue={kind}
      options={KINDS}
      className="w-40 max-sm:grow max-sm:basis-32"
    />
  </SearchBar>
);
