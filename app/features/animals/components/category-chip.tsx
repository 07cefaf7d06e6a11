/** Staff may invent categories; those are plain. */
const VARIANTS: Record<string, string> = {
  mammals: "bg-mam-bg text-mam-fg",
  birds: "bg-bird-bg text-bird-fg",
  reptiles: "bg-rep-bg text-rep-fg",
  amphibians: "bg-amp-bg text-amp-fg",
  fish: "bg-fish-bg text-fish-fg",
  invertebrates: "bg-inv-bg text-inv-fg",
};

export const CategoryChip = ({ category }: { category: string }) => (
  <span className={`chip ${VARIANTS[category.toLowerCase()] ?? ""}`}>{category}</span>
);
