type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what is typed before the page is hydrated: React 18 sets a textarea back to its first text, and after a
 * translation it renders all of the document again.
 */
export function preserveEarlyInput() {
  const fields = [...document.querySelectorAll<Field>(":is(input, textarea, select)[id]")];
  const focusedId = document.activeElement?.id ?? "";
  const texts = new Map<EventTarget | null, string>();
  const note = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof HTMLTextAreaElement) texts.set(target, target.value);
  };
  for (const target of fields) note({ target });
  document.addEventListener("input", note, true);

  return () => {
    document.removeEventListener("input", note, true);
    for (const field of fields) {
      const rendered = field.isConnected ? field : document.getElementById(field.id);
      if (field instanceof HTMLTextAreaElement) field.value = texts.get(field) ?? field.value;
      if (rendered?.localName === field.localName) restoreInput(field, rendered as Field);
    }
    const isReplaced = fields.some((field) => !field.isConnected);
    if (isReplaced && document.activeElement === document.body)
      document.getElementById(focusedId)?.focus();
  };
}

function restoreInput(from: Field, to: Field) {
  const isInput = from instanceof HTMLInputElement && to instanceof HTMLInputElement;
  if (from.value === to.value && !(isInput && from.checked !== to.checked)) return;
  if (isInput && from.files) to.files = from.files;
  else to.value = from.value;
  if (isInput) to.checked = from.checked;
  to.dispatchEvent(new Event("input", { bubbles: true }));
}
