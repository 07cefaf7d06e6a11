import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { currentPath, rowHash } from "~/lib/http/current-url.server";
import { useActionResult } from "~/components/form/use-action-result";
import { readQuery } from "~/lib/http/read-body.server";
import { handleMessageAction } from "~/features/messages/messages.actions.server";
import { messagesView } from "~/features/messages/messages.presenter.server";
import { MessagesScreen } from "~/features/messages/components/messages-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, messagesView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, async (staff, form) => {
    const toast = handleMessageAction(staff, readQuery(request), form);
    const row = form.id && form.intent !== "delete" ? `message-${form.id}` : "main";
    return redirectWithToast(currentPath(request) + rowHash(request, row), toast);
  });

export default function MessagesPage() {
  return (
    <MessagesScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
