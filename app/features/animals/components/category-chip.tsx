/** Staff may invent categories; those are plain. */
const VARIANTS: Record<string, string> = {
  mammals: "chip-mam",
  birds: "chip-bird",
  reptiles: "chip-rep",
  amphibians: "chip-amp",
  fish: "chip-fish",
  invertebrates: "chip-inv",
};

export const CategoryChip = ({ category }: { category: string }) => (
  <span className={`chip ${VARIANTS[category.toLowerCase()] ?? ""}`}>{category}</span>
);
