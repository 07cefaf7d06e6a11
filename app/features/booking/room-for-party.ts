type Choice = { open: boolean; left?: number };

/** Whether a slot of a day has places for so many people; an unknown number left is enough. */
export const hasRoomFor = (slots: Choice[], people: number) =>
  slots.length === 0 || slots.some(({ open, left = Infinity }) => open && left >= people);
