/** How soon the zoo answers; the figures stay on one line. */
export const ReplyTime = () => (
  <>
    <span className="whitespace-nowrap">1–2</span> business days
  </>
);
