import { useEffect, useRef } from "react";
import { focusTarget } from "~/components/ui/focus-target";
import { errorsAt, firstMessage, type FormError } from "./form-state";
import { clearFixedErrors } from "./clear-fixed-errors";

type Props = {
  formError: FormError | undefined;
  fields?: Record<string, string>;
  /** Precedes a message that is not about a field: "Update failed: ". */
  prefix?: string;
};

/** Takes the focus when it appears; without script the form's action ends in `#errors`. */
export function ErrorSummary({ formError, fields = {}, prefix = "" }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!formError) return;
    box.current?.focus();
    return clearFixedErrors();
  }, [formError]);

  if (!formError) return null;
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
                {fields[path] ? (
                  <a href={`#${fields[path]}`} onClick={focusTarget}>
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
