const RANGE = /(\d+:\d\d(?: [AP]M)?–\d+:\d\d [AP]M)/;

/** Words with hours in them: "3:00–6:00 PM" goes to the next line as one, while a line holds it. */
export const Hours = ({ children: words }: { children: string }) =>
  words.split(RANGE).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="inline-block">
        {part}
      </span>
    ),
  );
