/** Finds the columns of a bank's statement by the words of its header, as each bank has its own. */

const DATE = /date/i;
const AMOUNT = [/credit|deposit/i, /amount|amt\b/i];
const NO_AMOUNT = /balance|debit|withdraw/i;
const DIRECTION =
  /\b(?:cr|credit)\b.{0,3}\b(?:dr|debit)\b|\b(?:dr|debit)\b.{0,3}\b(?:cr|credit)\b|type/i;
const OWN_REFERENCE = /\bref|\butr|\brrn/i;
const TEXT = /narration|description|particular|remark|detail|transaction id|cheque|chq/i;

export type Columns = {
  date: number;
  amount: number;
  /** Says of each line whether it is a credit; -1 where no column does. */
  direction: number;
  /** In which references stand, those that have nothing else first. */
  references: number[];
  /** How many of these have nothing else. */
  ownReferences: number;
};

/** Undefined if the cells are no header. */
export function findColumns(cells: readonly string[]): Columns | undefined {
  const where = (isIt: (name: string) => boolean) =>
    cells.flatMap((name, index) => (isIt(name) ? [index] : []));
  const isAmount = (name: string) =>
    !NO_AMOUNT.test(name) && AMOUNT.some((word) => word.test(name));
  const direction = where((name) => DIRECTION.test(name) && !/amount|amt\b/i.test(name));
  const amounts = where((name) => isAmount(name)).filter((index) => !direction.includes(index));
  const own = where((name) => OWN_REFERENCE.test(name) && !DATE.test(name));
  const texts = where((name) => TEXT.test(name) && !OWN_REFERENCE.test(name));
  const [date] = where((name) => DATE.test(name));
  const amount = amounts.find((index) => AMOUNT[0]?.test(cells[index] ?? "")) ?? amounts[0];
  if (date === undefined || amount === undefined || own.length + texts.length === 0)
    return undefined;
  return {
    ...{ date, amount, direction: direction[0] ?? -1 },
    ...{ references: [...own, ...texts], ownReferences: own.length },
  };
}
