export const ReplyTime = () => (
  <>
    <span className="whitespace-nowrap">1–2</span> business days
  </>
);
