import { Form, useLocation, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field, type FieldProps } from "./field";

const DEBOUNCE_MS = 300;

type Props = {
  children: ReactNode;
  clearTo?: string | null;
};

/** A GET form; script submits it while the visitor types. */
export function SearchBar({ children, clearTo }: Props) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [search] = useSearchParams();
  const followed = useRef(search);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;

  // A pending search must not bring the visitor back after leaving the page.
  useEffect(() => {
    if (next !== pathname) window.clearTimeout(timer.current);
  }, [next, pathname]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    // Skips the first render, which would undo choices made before hydration.
    if (form.current && followed.current !== search) follow(form.current, search);
    followed.current = search;
  }, [search]);

  const change = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const delay = target instanceof HTMLSelectElement ? 0 : DEBOUNCE_MS;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => submit(currentTarget, { replace: true, preventScrollReset: true }),
      delay,
    );
  };

  return (
    <search className="search-bar">
      <Form
        ref={form}
        method="get"
        onChange={change}
        onSubmit={() => window.clearTimeout(timer.current)}
        className="flex flex-wrap items-end gap-3"
      >
        {children}
        <Button>Search</Button>
        {clearTo && (
          <ButtonLink to={clearTo} variant="ghost" className="lg:-mr-4.5">
            Clear
          </ButtonLink>
        )}
      </Form>
    </search>
  );
}

export const SearchField = (field: Partial<FieldProps>) => (
  <Field
    label="Search"
    name="q"
    maxLength={MAX_LENGTH.search}
    {...field}
    type="search"
    className="grow basis-full sm:basis-72"
  />
);

/** After Clear or Back, sets the fields to the URL's values, except the focused one. */
function follow(form: HTMLFormElement, search: URLSearchParams) {
  for (const field of form.elements) {
    if (field === document.activeElement) continue;
    const value = search.get((field as HTMLInputElement).name);
    if (field instanceof HTMLInputElement && field.type !== "hidden") field.value = value ?? "";
    if (field instanceof HTMLSelectElement) {
      const wanted = [...field.options].findIndex((option) => option.value === value);
      field.selectedIndex = Math.max(0, wanted);
    }
  }
}
