import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";

export const NoAnimals = ({ clearTo, line }: { clearTo: string | null; line?: string }) => (
  <EmptyState
    line={clearTo ? "Try another word or clear the search." : line}
    action={
      clearTo && (
        <ButtonLink to={clearTo} variant="secondary">
          Clear
        </ButtonLink>
      )
    }
  >
    No animals found.
  </EmptyState>
);
