export function EmailText({ children }: { children: string }) {
  const splitIndex = children.lastIndexOf("@") + 1;
  return (
    <>
      {children.slice(0, splitIndex)}
      <wbr />
      {children.slice(splitIndex)}
    </>
  );
}

type LinkProps = { email: string; subject?: string; className?: string };

export function EmailLink({ email, subject, className = "link" }: LinkProps) {
  if (!email) return <>Erased</>;
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : "";
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}${query}`}
      className={className}
    >
      <EmailText>{email}</EmailText>
    </a>
  );
}
