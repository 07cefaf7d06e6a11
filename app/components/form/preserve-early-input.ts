type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Call before hydration. Returns a function that copies early input into re-created fields: browser translation and
 * extensions change the document, and React then renders it again with empty fields.
 */
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
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.checked !== to.checked) return to.click();
    if (from.files) return void (to.files = from.files);
  }
  if (from.value === to.value) return;
  // Bypasses React's own setter, so that React notices the change.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), "value") ?? {};
  set?.call(to, from.value);
  to.dispatchEvent(
    new Event(to instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}
