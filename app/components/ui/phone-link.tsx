export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return <>–</>;
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className="link">
      {phone}
    </a>
  );
}
