import { Field } from "../form/field";

/** The visitor's secret address, ready to be copied. */
export const VisitorLink = ({ href }: { href: string }) => (
  <section className="card grid gap-3 p-5" aria-labelledby="own-link">
    <h2 id="own-link" className="text-heading">
      Visitor's page
    </h2>
    <Field
      key={href}
      label="Link"
      name="link"
      readOnly
      defaultValue={href}
      onFocus={({ currentTarget }) => currentTarget.select()}
      hint="Anyone with this link can see the tickets and move the visit."
    />
    <p>
      <a href={href} className="link">
        Open the visitor's page
      </a>
    </p>
  </section>
);
