export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return <>–</>;
  return (
    <a href={`tel:${encodeURIComponent(phone)}`} className="link">
      {phone}
    </a>
  );
}
