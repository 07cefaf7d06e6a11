export type Timestamp = { iso: string; ago: string; full: string };

export const RelativeTime = ({ timestamp }: { timestamp: Timestamp }) => (
  <time dateTime={timestamp.iso} title={timestamp.full}>
    {timestamp.ago}
  </time>
);
