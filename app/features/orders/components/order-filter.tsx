import { Field, SelectField } from "~/components/form/field";
import { SearchBar, SearchField } from "~/components/form/search-bar";

type Props = {
  q: string;
  status: string;
  visitDate: string | undefined;
  statuses: readonly string[];
  onlyOwed: boolean;
  clearTo: string | null;
};

export function OrderFilter({ q, status, visitDate, statuses, onlyOwed, clearTo }: Props) {
  const options = [
    { value: "", label: "all" },
    ...statuses.map((value) => ({ value, label: value })),
  ];
  return (
    <SearchBar clearTo={clearTo}>
      {onlyOwed && <input type="hidden" name="owed" value="1" />}
      <SearchField defaultValue={q} placeholder="id, name, email, phone or payment method" />
      <SelectField
        label="Status"
        name="status"
        defaultValue={status}
        options={options}
        className="w-48 max-sm:grow max-sm:basis-40"
      />
      {visitDate !== undefined && (
        <Field
          label="Visit"
          type="date"
          name="visitDate"
          defaultValue={visitDate}
          className="w-44 max-sm:grow max-sm:basis-40"
        />
      )}
    </SearchBar>
  );
}
