/** An address that breaks after its @ first, if it must break. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf("@") + 1;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

type LinkProps = { email: string; subject?: string; className?: string };

/** A link to write to somebody, or what is left where the address is erased. */
export function EmailLink({ email, subject, className = "link" }: LinkProps) {
  if (!email) return <>Erased</>;
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : "";
  return (
    <a href={`mailto:${encodeURIComponent(email)}${query}`} className={className}>
      <EmailText>{email}</EmailText>
    </a>
  );
}
