import type { DocumentedCall } from "../api-docs.server";
import { ApiCode } from "./api-code";

export function ApiCall({ call }: { call: DocumentedCall }) {
  const { id, method, path, summary, description, fields, request, answer, failures } = call;
  return (
    <article aria-labelledby={id} className="card p-5 sm:p-6">
      <h3 id={id} className="text-heading">
        {summary}
      </h3>
      <p className="mt-1">
        <code className="font-semibold">
          {method} {path}
        </code>
      </p>
      <p className="mt-2 text-small text-ink-2">{description}</p>
      {fields.length > 0 && <Fields callId={id} fields={fields} />}
      <ApiCode label="Example" text={request} />
      <ApiCode label="Answer" text={answer} />
      <p className="mt-4 text-badge font-semibold text-ink-3">Errors</p>
      <ul className="mt-1 text-small">
        {failures.map(({ status, message }) => (
          <li key={status}>
            {status} <q>{message}</q>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Fields({ callId, fields }: { callId: string; fields: DocumentedCall["fields"] }) {
  return (
    <>
      <p id={`${callId}-takes`} className="mt-4 text-badge font-semibold text-ink-3">
        Takes
      </p>
      <dl
        aria-labelledby={`${callId}-takes`}
        className="mt-1 grid grid-cols-1 gap-x-4 text-small wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)]"
      >
        {fields.map(({ name, where, required, takes }) => (
          <div key={`${where} ${name}`} className="contents">
            <dt className="mt-2 sm:mt-1">
              <code>{name}</code>
              {required && <span className="text-ink-3"> required</span>}
            </dt>
            <dd className="text-ink-2 sm:mt-1">
              {takes} <span className="text-ink-3">({where})</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
