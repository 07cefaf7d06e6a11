import { useEffect, useRef } from "react";
import { jump } from "~/components/ui/focus-target";
import { complaintsAt, reasonOf, type Refused } from "./form-state";
import { hideMendedErrors } from "./clear-fixed-errors";

type Props = {
  refused: Refused | undefined;
  /** Where each complaint's field is: schema path → id of the field. */
  fields?: Record<string, string>;
  /** Goes before a message that is not about a field: "Update failed: ". */
  prefix?: string;
};

/** Takes focus when it appears; without script the form's action ends in `#errors`. */
export function ErrorSummary({ refused, fields = {}, prefix = "" }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refused) return;
    box.current?.focus();
    return hideMendedErrors();
  }, [refused]);

  if (!refused) return null;
  const complaints = oncePerField(refused);

  return (
    <div id="errors" ref={box} role="alert" tabIndex={-1} className="error-box">
      {complaints.length === 0 ? (
        <p>{reasonOf(refused, prefix)}</p>
      ) : (
        <>
          <h2 className="text-heading">{heading(complaints.length)}</h2>
          <ul className="mt-1 list-disc pl-5">
            {complaints.map(({ path, message }) => (
              <li key={message}>
                {fields[path] ? (
                  <a href={`#${fields[path]}`} onClick={jump}>
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

/**
 * All messages of one field count as one thing to fix: the second may be advice. A message that two fields share
 * is shown once.
 */
function oncePerField(refused: Refused) {
  const paths = [...new Set(refused.complaints.map(({ path }) => path))];
  return paths
    .map((path) => ({ path, message: complaintsAt(refused, path) ?? "" }))
    .filter(({ message }, at, all) => all.findIndex((other) => other.message === message) === at);
}

const heading = (count: number) => (count === 1 ? "One thing to fix" : `${count} things to fix`);
