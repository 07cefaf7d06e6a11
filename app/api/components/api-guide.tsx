import type { ReactNode } from "react";
import { ApiCode } from "./api-code";

const SUCCESS = `{ "statusCode": 200, "success": true, "message": "success", "data": { … } }`;
const FAILURE = `{ "statusCode": 400, "success": false, "message": "Enter a valid email.", "data": null,
  "errors": [{ "path": "contact.email", "message": "Enter a valid email." }] }`;
const PAGE = `{ "items": [ … ], "pagination": { "total": 57, "page": 2, "limit": 20, "pages": 3 } }`;

export function ApiGuide({ base }: { base: string }) {
  const signIn = `ZOO=${base}
curl -X POST "$ZOO/admin/login" -H "Content-Type: application/json" \\
  -d '{"email":"asha@zoo.example","password":"…"}'`;
  return (
    <section aria-labelledby="guide" className="grid gap-8">
      <h2 id="guide" className="text-title">
        How it works
      </h2>
      <Part title="Address and answers">
        <p>
          All calls are under <code>{base}</code> and speak JSON. The full description as OpenAPI
          3.1, for tools:{" "}
          <a href="/api/v1/openapi.json" className="link">
            openapi.json
          </a>
          . Success and failure each have one fixed shape; <code>message</code> can be shown to
          people.
        </p>
        <ApiCode label="Success" text={SUCCESS} />
        <ApiCode label="Failure" text={FAILURE} />
        <p className="mt-4">
          Times are ISO 8601 in UTC, days are in the zoo’s time zone, money is in rupees, and ids
          are opaque. A field that a call does not know is ignored.
        </p>
      </Part>
      <Part title="Signing in">
        <p>
          Browsing, writing to the zoo and booking need no account. Staff sign in and send the{" "}
          <code>accessToken</code> as <code>Authorization: Bearer …</code>. It is good for 15
          minutes; then sign in again, or keep the cookies and ask <code>POST /admin/refresh</code>{" "}
          for the next one. Pages of this site may use the cookies alone.
        </p>
        <ApiCode label="For example" text={signIn} />
      </Part>
      <Part title="Lists">
        <p>
          Lists take <code>page</code>, <code>limit</code> (up to 500), <code>sort</code> (a comma
          list of fields, <code>-</code> for descending) and <code>q</code>, which is plain text.
        </p>
        <ApiCode label="The data of a list" text={PAGE} />
      </Part>
      <Part title="Error codes">
        <p>
          400: invalid input; <code>errors</code> say where. 401: nobody is signed in. 403: not
          allowed for your role. 404: not found. 405: wrong method, see <code>Allow</code>. 409:
          conflicts with the current state. 413 and 415: too large, or not JSON. 429 and 503: try
          again after <code>Retry-After</code> seconds. 500: a fault of ours; tell us its{" "}
          <code>requestId</code>.
        </p>
      </Part>
      <Part title="Retries and caching">
        <p>
          A booking with an <code>Idempotency-Key</code> header can be sent again when an answer was
          lost: the same key and body give the same order, marked{" "}
          <code>Idempotent-Replayed: true</code>. Another body under that key is a 422.
        </p>
        <p className="mt-3">
          Animals and availability come with an <code>ETag</code>. Send it as{" "}
          <code>If-None-Match</code>: unchanged data gets a 304 without a body.
        </p>
      </Part>
      <Part title="Cross-origin requests">
        <p>
          Servers and apps may call from anywhere. Pages of another site can only when this zoo has
          listed that site, and then by bearer token, never by cookie.
        </p>
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-legend">{title}</h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}
