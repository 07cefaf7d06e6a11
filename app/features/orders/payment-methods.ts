/** `howToPay` and `byMethod` complete "Pay …" and "Please pay …"; "hours" is the setting `hold_hours`. */
type Row = {
  id: string;
  label: string;
  name: string;
  howToPay: string;
  byMethod: string;
  placesHeld: "hours" | "until slot ends";
};

/** In the order in which forms offer them; the first is the default. Lists, labels and texts derive from this table. */
export const PAYMENT_METHODS = [
  {
    id: "upi",
    label: "UPI",
    name: "UPI",
    howToPay: "with any UPI app",
    byMethod: "by UPI",
    placesHeld: "hours",
  },
  {
    id: "card",
    label: "Card",
    name: "card",
    howToPay: "by credit or debit card",
    byMethod: "by credit or debit card",
    placesHeld: "hours",
  },
  {
    id: "cash",
    label: "Cash",
    name: "cash",
    howToPay: "in cash",
    byMethod: "in cash",
    placesHeld: "until slot ends",
  },
] as const satisfies Row[];

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]["id"];

export const PAYMENT_METHOD_IDS = PAYMENT_METHODS.map(({ id }) => id) as [
  PaymentMethod,
  ...PaymentMethod[],
];
export const DEFAULT_PAYMENT_METHOD = PAYMENT_METHODS[0].id;

export const byPaymentMethod = <Value>(
  valueFor: (method: (typeof PAYMENT_METHODS)[number]) => Value,
) =>
  Object.fromEntries(PAYMENT_METHODS.map((method) => [method.id, valueFor(method)])) as Record<
    PaymentMethod,
    Value
  >;

export const PAYMENT_LABEL = byPaymentMethod(({ label }): string => label);
export const PAYMENT_NAME = byPaymentMethod(({ name }): string => name);

export const isHeldUntilSlotEnds = (method: PaymentMethod) =>
  PAYMENT_METHODS.some(({ id, placesHeld }) => id === method && placesHeld === "until slot ends");

const formatAlternatives = (names: string[]) =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
const formatMethods = (placesHeld: Row["placesHeld"], text: "label" | "name") =>
  formatAlternatives(
    PAYMENT_METHODS.filter((row) => row.placesHeld === placesHeld).map((row) => row[text]),
  );

/** `UPI, card or cash` */
export const PAYMENT_NAMES = formatAlternatives(Object.values(PAYMENT_NAME));
/** `UPI or card` */
export const NAMES_HELD_FOR_HOURS = formatMethods("hours", "name");
/** `cash` */
export const NAMES_HELD_UNTIL_SLOT_ENDS = formatMethods("until slot ends", "name");
/** `Cash` */
export const LABELS_HELD_UNTIL_SLOT_ENDS = formatMethods("until slot ends", "label");
