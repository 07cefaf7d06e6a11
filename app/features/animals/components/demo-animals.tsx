import PawPrint from "lucide-react/icons/paw-print";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { formatCount } from "~/lib/intl";

type NoticeProps = { count: number; removeTo: string };

export function DemoNotice({ count, removeTo }: NoticeProps) {
  return (
    <section
      aria-label="Demo animals"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-sunken px-5 py-4"
    >
      <p className="flex items-start gap-3">
        <Icon icon={PawPrint} className="mt-0.5 text-ink-3" />
        <span>
          {formatCount(count, "animal")} came with the product, to show what the site looks like.
        </span>
      </p>
      <ButtonLink to={removeTo} variant="secondary" preventScrollReset>
        Remove demo animals
      </ButtonLink>
    </section>
  );
}

type DialogProps = { count: number; edited: string[]; currentUrl: string };

export function RemoveDemoDialog({ count, edited, currentUrl }: DialogProps) {
  return (
    <ConfirmDialog
      question={`Remove ${formatCount(count, "demo animal")}?`}
      detail={
        <>
          They leave the public site at once. Animals that the zoo added stay.
          {edited.length > 0 && (
            <>
              {" "}
              {edited.length === 1
                ? "One that was edited or renamed stays"
                : `${edited.length} that were edited or renamed stay`}{" "}
              too, so that no work is lost: <bdi>{edited.join(", ")}</bdi>. Each can be deleted in
              the list.
            </>
          )}
        </>
      }
      cancel={{ label: "Keep them", to: `${currentUrl}#main` }}
      confirmLabel="Remove demo animals"
      action={currentUrl}
      fields={{ intent: "remove-demo" }}
    />
  );
}
