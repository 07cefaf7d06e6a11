import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CircleCheck from "lucide-react/icons/circle-check";
import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "./icon";
import { randomKey } from "~/components/form/random-key";
import { useRootData, type ToastMessage } from "~/components/hooks/use-root-data";

const LIMIT = 20;
const SHOW = "zoo:toast";

/** For actions that do not redirect; others use redirectWithToast. */
export function showToast(text: string, tone: ToastMessage["tone"] = "good") {
  const detail: ToastMessage = { id: randomKey(), text, tone };
  window.dispatchEvent(new CustomEvent(SHOW, { detail }));
}

/** Newest first. A CSS animation ends a toast, so it works without script. */
export function Toasts() {
  const { toast } = useRootData();
  const [toasts, setToasts] = useState(toast ? [toast] : []);
  const remove = (id: string) => setToasts((current) => current.filter((other) => other.id !== id));

  useEffect(() => {
    if (toast) setToasts((current) => addToast(toast, current));
  }, [toast]);

  useEffect(() => {
    const receive = (event: Event) =>
      setToasts((current) => addToast((event as CustomEvent<ToastMessage>).detail, current));
    window.addEventListener(SHOW, receive);
    return () => window.removeEventListener(SHOW, receive);
  }, []);

  return (
    <div className="toasts pointer-events-none fixed z-50 flex w-[min(24rem,100%-2rem)] flex-col gap-2 sm:items-end">
      {toasts.map(({ id, text, tone, undo }) => (
        <div
          key={id}
          role={tone === "bad" ? "alert" : "status"}
          tabIndex={-1}
          className={`toast pointer-events-auto flex max-w-full items-center gap-3 rounded-choice border border-l-5 border-line bg-raised py-3 pr-4.5 pl-3.5 leading-[1.4] font-semibold wrap-anywhere shadow-[var(--float)] ${tone === "bad" ? "toast-bad border-l-danger" : "border-l-chart"} ${undo ? "toast-undo" : ""}`}
          onAnimationEnd={() => remove(id)}
        >
          <Icon
            icon={tone === "bad" ? CircleAlert : CircleCheck}
            size={22}
            className={tone === "bad" ? "text-danger-text" : "text-chart"}
          />
          {text}
          {undo && <UndoForm {...undo} onSubmit={() => remove(id)} />}
        </div>
      ))}
    </div>
  );
}

type UndoProps = NonNullable<ToastMessage["undo"]> & { onSubmit: () => void };

const UndoForm = ({ id, path, onSubmit }: UndoProps) => (
  <Form method="post" action={`${path}#errors`} preventScrollReset onSubmit={onSubmit}>
    <input type="hidden" name="id" value={id} />
    <button name="intent" value="undo" className="link -my-3 px-2 py-3">
      Undo
    </button>
  </Form>
);

const addToast = (toast: ToastMessage, current: ToastMessage[]) =>
  [toast, ...current.filter(({ id }) => id !== toast.id)].slice(0, LIMIT);
