import { Link } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { Button } from "~/components/ui/button";
import { DEVICE_GATE_PATH, LINK_SPENT } from "../gate-device.rules";

type Props = {
  name: string | null;
  /** What this phone is already. */
  paired: string | null;
  formError: FormError | undefined;
};

export function PairScreen({ name, paired, formError }: Props) {
  const buildUrl = useCurrentUrl();
  const busy = useIsSubmitting();
  return (
    <>
      <PageHead title={name ?? "This link does not work any more"} />
      {name === null ? (
        <p>{LINK_SPENT}.</p>
      ) : (
        <PostForm
          action={buildUrl()}
          formError={formError}
          className="grid max-w-prose justify-items-start gap-5"
        >
          <ErrorSummary />
          <p>
            This phone becomes the gate device “{name}”. It can then check tickets, and nothing
            else, until it is revoked.
          </p>
          <Button size={52} busy={busy}>
            Pair this phone
          </Button>
        </PostForm>
      )}
      {paired && (
        <p>
          This phone is the gate device “{paired}” now.{" "}
          <Link to={DEVICE_GATE_PATH} className="link">
            Check tickets
          </Link>
        </p>
      )}
    </>
  );
}
