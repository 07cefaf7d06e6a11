import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "./icon";
import { randomKey } from "~/components/form/random-key";
import { useRootData, type ToastMessage } from "~/components/hooks/use-root-data";

const LIMIT = 20;
const SHOW = "zoo:toast";

/** For acts that do not redirect; those that do leave a flash message for the next page. */
export function showToast(text: string, tone: ToastMessage["tone"] = "good") {
  const detail: ToastMessage = { id: randomKey(), text, tone };
  window.dispatchEvent(new CustomEvent(SHOW, { detail }));
}

/** Newest on top. The life of a toast is a CSS animation, so it ends without script too. */
export function Toasts() {
  const { toast } = useRootData();
  const [toasts, setToasts] = useState(toast ? [toast] : []);

  useEffect(() => {
    if (toast) setToasts((shown) => added(toast, shown));
  }, [toast]);

  useEffect(() => {
    const receive = (event: Event) =>
      setToasts((shown) => added((event as CustomEvent<ToastMessage>).detail, shown));
    window.addEventListener(SHOW, receive);
    return () => window.removeEventListener(SHOW, receive);
  }, []);

  return (
    <div className="toasts">
      {toasts.map(({ id, text, tone }) => (
        <div
          key={id}
          role={tone === "bad" ? "alert" : "status"}
          tabIndex={-1}
          className={`toast ${tone === "bad" ? "toast-bad" : ""}`}
          onAnimationEnd={() => setToasts((shown) => shown.filter((other) => other.id !== id))}
        >
          <Icon of={tone === "bad" ? CircleAlert : CircleCheck} size={22} />
          {text}
        </div>
      ))}
    </div>
  );
}

const added = (toast: ToastMessage, shown: ToastMessage[]) =>
  [toast, ...shown.filter(({ id }) => id !== toast.id)].slice(0, LIMIT);
