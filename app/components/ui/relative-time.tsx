export type Moment = { iso: string; ago: string; full: string };

export const When = ({ at }: { at: Moment }) => (
  <time dateTime={at.iso} title={at.full}>
    {at.ago}
  </time>
);
