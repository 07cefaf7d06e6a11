/** "Evening, 3:00–6:00 PM"; the hours go to the next line as one, while a line holds them. */
export const SlotText = ({ slot, hours }: { slot: string; hours: string }) => (
  <>
    {slot}, <span className="inline-block">{hours}</span>
  </>
);
