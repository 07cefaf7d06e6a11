type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Copies early input into re-created fields: after a translation React 18 renders all of the document again. */
export function preserveEarlyInput() {
  const fields = [...document.querySelectorAll<Field>(":is(input, textarea, select)[id]")];
  const focusedId = document.activeElement?.id ?? "";
  return () => {
    const replaced = fields.filter((field) => !field.isConnected);
    if (replaced.length === 0) return;
    for (const field of replaced) {
      const rendered = document.getElementById(field.id);
      if (rendered?.localName === field.localName) restoreInput(field, rendered as Field);
    }
    if (document.activeElement === document.body) document.getElementById(focusedId)?.focus();
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
