import { ConfirmDialog } from "~/components/form/confirm-dialog";

type Props = {
  question:
    | { about: "person"; email: string; erased: string }
    | { about: "days"; days: string; orders: string };
  back: string;
};

export function PrivacyQuestion({ question, back }: Props) {
  if (question.about === "person") {
    const { email, erased } = question;
    return (
      <ConfirmDialog
        question="Erase this person? This cannot be undone."
        detail={`${erased} of ${email}. Orders lose only their name, email and phone; the figures stay.`}
        cancel={{ label: "Keep data", to: `${back}#person` }}
        confirmLabel="Erase"
        action={`${back}#errors`}
        fields={{ intent: "erase", email }}
      />
    );
  }
  const { days, orders } = question;
  return (
    <ConfirmDialog
      question={`Keep contacts for ${days} days only? This cannot be undone.`}
      detail={`Orders whose name, email and phone are erased: ${orders}. Messages of that age are deleted too.`}
      cancel={{ label: "Change nothing", to: `${back}#main` }}
      confirmLabel="Erase older contacts"
      action={`${back}#errors`}
      fields={{ intent: "keep", days, sure: "yes" }}
    />
  );
}
