import { SelectField } from "~/components/form/field";
import { SearchBar, SearchField } from "~/components/form/search-bar";

type Props = { q: string; category: string; categories: string[] };

export function AnimalFilter({ q, category, categories }: Props) {
  return (
    <SearchBar>
      <SearchField defaultValue={q} autoComplete="off" />
      <SelectField
        label="Category"
        name="category"
        defaultValue={category}
        options={optionsFor(categories, category)}
        className="grow basis-full sm:grow-0 sm:basis-56"
      />
    </SearchBar>
  );
}

/** The search ignores case and takes any category; the select then shows what the address says. */
function optionsFor(categories: string[], selected: string) {
  const wanted = selected.trim().toLowerCase();
  const known = categories.map((label) => ({
    value: label.toLowerCase() === wanted ? selected : label,
    label,
  }));
  const isUnknown = wanted !== "" && known.every(({ value }) => value !== selected);
  return [
    { value: "", label: "All categories" },
    ...known,
    ...(isUnknown ? [{ value: selected, label: selected }] : []),
  ];
}
