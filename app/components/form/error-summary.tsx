import { useContext, useEffect, useRef } from "react";
import { focusTarget } from "~/components/ui/focus-target";
import { errorsAt, firstMessage, FormContext, type FormError } from "./form-state";

type Props = {
  /** By default the error of the form around it, with links to the fields. */
  formError?: FormError;
  prefix?: string;
};

/** Takes the focus when it appears; without script the form's action ends in `#errors`. */
export function ErrorSummary({ formError: own, prefix = "" }: Props) {
  const form = useContext(FormContext);
  const formError = own ?? form?.formError;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [formError]);

  if (!formError?.message) return null;
  const issues = uniqueIssues(formError);

  return (
    <div id="errors" ref={box} role="alert" tabIndex={-1} className="error-box">
      {issues.length === 0 ? (
        <p>{firstMessage(formError, prefix)}</p>
      ) : (
        <>
          <h2 className="text-heading">{heading(issues.length)}</h2>
          <ul className="mt-1 list-disc pl-5">
            {issues.map(({ path, message }) => (
              <li key={message}>
                {form ? (
                  <a href={`#${path}`} onClick={focusTarget}>
                    {message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function uniqueIssues(formError: FormError) {
  const paths = [...new Set(formError.issues.map(({ path }) => path))];
  return paths
    .map((path) => ({ path, message: errorsAt(formError, path) ?? "" }))
    .filter(
      ({ message }, index, all) => all.findIndex((other) => other.message === message) === index,
    );
}

const heading = (count: number) => (count === 1 ? "One thing to fix" : `${count} things to fix`);
