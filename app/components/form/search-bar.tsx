import { Form, useLocation, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { LONGEST } from "~/lib/text-limits";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field, type FieldProps } from "./field";

const PAUSE_MS = 300;

type Props = {
  children: ReactNode;
  /** Where Clear leads; given only while a filter is on. */
  clearTo?: string | null;
};

/** A plain GET form. Script only saves the press of the button. */
export function SearchBar({ children, clearTo }: Props) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [search] = useSearchParams();
  const followed = useRef(search);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;

  // After leaving for another page, a search typed before must not bring the visitor back.
  useEffect(() => {
    if (next !== pathname) window.clearTimeout(timer.current);
  }, [next, pathname]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    // Not at first: what was chosen before the script ran stays chosen.
    if (form.current && followed.current !== search) follow(form.current, search);
    followed.current = search;
  }, [search]);

  const change = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const pause = target instanceof HTMLSelectElement ? 0 : PAUSE_MS;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => submit(currentTarget, { replace: true, preventScrollReset: true }),
      pause,
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

/** The words to search for. */
export const SearchField = (field: Partial<FieldProps>) => (
  <Field
    label="Search"
    name="q"
    maxLength={LONGEST.search}
    {...field}
    type="search"
    className="grow basis-full sm:basis-72"
  />
);

/** After Clear, or Back, the fields show what the address says; the one being typed in is left alone. */
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
