const RANGE = /(\d{1,2}:\d\d(?: [AP]M)?–\d+:\d\d [AP]M)/;

/** Text in which hours such as "3:00–6:00 PM" do not break across lines. */
export const NoWrapHours = ({ children: text }: { children: string }) =>
  text.split(RANGE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="inline-block">
        {part}
      </span>
    ),
  );
