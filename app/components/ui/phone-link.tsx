/** A link to call somebody, or a dash where no number is known. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return <>–</>;
  return (
    <a href={`tel:${encodeURIComponent(phone)}`} className="link">
      {phone}
    </a>
  );
}
