import { redirect } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { IMPORT_PATH } from "./import.rules";
import { startImport } from "./run-import.server";
import { checkUpload, discardUpload } from "./uploads.server";

/** What the buttons do: check what script has sent, import it, or discard it. */
export async function handleImport(staff: Staff, { intent, upload = "", seen = "" }: FormValues) {
  if (intent === "check") return showPreview(staff, upload);
  if (intent === "import") {
    await startImport(staff, seen);
    return redirect(`${IMPORT_PATH}#main`);
  }
  if (intent !== "discard" && intent !== "restart")
    throw new DomainError("invalid", "Unknown intent");
  await discardUpload(staff);
  const to = `${IMPORT_PATH}#main`;
  return intent === "discard" ? redirectWithToast(to, "Upload discarded") : redirect(to);
}

/** Problems of the files are shown at their field. */
export async function showPreview(staff: Staff, upload: string) {
  try {
    await checkUpload(staff, upload);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message } = error;
    throw new DomainError(code, message, [{ path: "files", message }]);
  }
  return redirect(`${IMPORT_PATH}#main`);
}
