export const pick = <Item extends object, Key extends keyof Item>(
  item: Item,
  keys: readonly Key[],
) => Object.fromEntries(keys.map((key) => [key, item[key]])) as Pick<Item, Key>;
