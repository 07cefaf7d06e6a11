import { useEffect, useState, type FormEvent, type MouseEvent } from "react";
import type { FormValues } from "~/lib/form-values";
import { isUploadedImage } from "~/features/images/image.rules";
import type { FormError } from "~/components/form/form-state";
import { prepareChosenImage } from "~/features/images/components/prepare-image";
import { useFormValues } from "~/components/form/use-form-values";

const DEBOUNCE_MS = 300;

type ChosenFile = {
  url: string | null;
  problem: string | null;
  held?: FormError;
};

export function useAnimalForm(prefill: FormValues, stored: string, answer: unknown) {
  const { form, typed, follow } = useFormValues(prefill);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [isRemoved, setRemoved] = useState(prefill.removeImage === "yes");
  const address = useSettled(typed.imageUrl ?? "");

  const input = (name: string) => {
    const control = form.current?.elements.namedItem(name);
    return control instanceof HTMLInputElement ? control : undefined;
  };
  const empty = (name: string) => {
    const control = input(name);
    if (control) control.value = "";
  };

  async function choose() {
    const control = input("image");
    if (!control?.files?.[0]) return setFile(null);
    empty("imageUrl");
    follow();
    const chosen = await prepareChosenImage(control);
    if (!chosen) return;
    const { problem, file } = chosen;
    setFile({ problem, url: problem ? null : URL.createObjectURL(file) });
  }

  function typeAddress() {
    empty("image");
    setFile(null);
  }

  function removeImage(event: MouseEvent) {
    event.preventDefault();
    typeAddress();
    empty("imageUrl");
    setRemoved(true);
    follow();
    input("imageUrl")?.focus();
  }

  /** A file that is no good is not sent: the form says so as the server would, with what that said last. */
  function hold(event: FormEvent, formError: FormError | undefined) {
    if (!file?.problem) return;
    event.preventDefault();
    const others = formError?.issues.filter(({ path }) => path !== "image") ?? [];
    const issues = [...others, { path: "image", message: file.problem }];
    setFile({ ...file, held: { message: file.problem, issues, values: {} } });
  }

  function reset() {
    form.current?.reset();
    setFile(null);
    setRemoved(false);
    follow();
  }

  /* eslint-disable react-hooks/exhaustive-deps -- what was chosen before script took over; what came back */
  useEffect(() => void choose(), []);
  useEffect(follow, [answer]);
  /* eslint-enable react-hooks/exhaustive-deps */
  useEffect(() => () => void (file?.url && URL.revokeObjectURL(file.url)), [file]);

  const storedUrl = isUploadedImage(stored) && !isRemoved ? stored : "";
  const previewUrl = file ? (file.url ?? "") : address.startsWith("https://") ? address : storedUrl;
  return {
    form,
    typed,
    follow,
    previewUrl,
    isRemoved,
    problem: file?.problem ?? undefined,
    held: file?.held,
    hold,
    choose: () => void choose(),
    typeAddress,
    removeImage,
    reset,
  };
}

/** An address is only loaded once typing pauses. */
function useSettled(address: string) {
  const [settled, setSettled] = useState(address);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(address), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [address]);
  return settled;
}
