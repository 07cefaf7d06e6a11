/** An address that breaks after its sign first, where it must break. */
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
