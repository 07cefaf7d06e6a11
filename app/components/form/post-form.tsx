import { Form, type FormProps } from "@remix-run/react";
import { forwardRef, useMemo, useState, type FormEvent } from "react";
import type { FormValues } from "~/lib/form-values";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { errorsAt, FormContext, type FormError } from "./form-state";

type Props = Omit<FormProps, "method"> & {
  action: string;
  formError: FormError | undefined;
  prefill?: FormValues;
};

/** Without script the browser validates, and the response ends at the errors. */
export const PostForm = forwardRef<HTMLFormElement, Props>(function PostForm(
  { action, formError, prefill, onInput, ...props },
  ref,
) {
  const hydrated = useHydrated();
  const [corrected, setCorrected] = useState<{ of?: FormError; names: string[] }>({ names: [] });
  const fixed = corrected.of === formError ? corrected.names : NONE;
  const values = formError?.values ?? prefill ?? BLANK;
  const state = useMemo(() => ({ formError, values, fixed }), [formError, values, fixed]);

  const follow = (event: FormEvent<HTMLFormElement>) => {
    const { name, validity } = event.target as HTMLInputElement;
    if (validity.valid && errorsAt(formError, name) && !fixed.includes(name)) {
      setCorrected({ of: formError, names: [...fixed, name] });
    }
    onInput?.(event);
  };

  return (
    <FormContext.Provider value={state}>
      <Form
        noValidate={hydrated}
        preventScrollReset
        {...props}
        ref={ref}
        method="post"
        action={`${action}#errors`}
        onInput={follow}
      />
    </FormContext.Provider>
  );
});

const NONE: string[] = [];
const BLANK: FormValues = {};
