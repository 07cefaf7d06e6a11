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

/** A link to write to somebody, or what is left where the address is erased. */
export function EmailLink({ email, className = "link" }: { email: string; className?: string }) {
  if (!email) return <>Erased</>;
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className={className}>
      <EmailText>{email}</EmailText>
    </a>
  );
}
