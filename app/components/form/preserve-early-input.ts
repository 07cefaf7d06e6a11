type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * To be called before React takes over. A browser that translates the page, or an extension, has changed it by
 * then, and React draws all of it again, with empty fields. Returns what puts into these what was typed until then.
 */
export function keepTypedEarly() {
  const early = [...document.querySelectorAll<Field>(":is(input, textarea, select)[id]")];
  const at = document.activeElement?.id ?? "";
  return () => {
    const gone = early.filter((field) => !field.isConnected);
    if (gone.length === 0) return;
    for (const field of gone) {
      const drawn = document.getElementById(field.id);
      if (drawn?.localName === field.localName) putBack(field, drawn as Field);
    }
    if (document.activeElement === document.body) document.getElementById(at)?.focus();
  };
}

function putBack(from: Field, to: Field) {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.checked !== to.checked) return to.click();
    if (from.files) return void (to.files = from.files);
  }
  if (from.value === to.value) return;
  // Past React's own setter, so that it notices.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), "value") ?? {};
  set?.call(to, from.value);
  to.dispatchEvent(
    new Event(to instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}
