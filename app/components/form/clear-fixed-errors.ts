/**
 * Hides a field's error once its value has changed and the browser finds it valid. Its room is kept, so that
 * nothing moves under the pointer. Undone when the next answer comes, which may show the same error again.
 */
export function hideMendedErrors() {
  const forgiven: (() => void)[] = [];
  const look = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const said = [field.id, field.name].map(errorOf).find(Boolean);
    if (!said || !field.validity.valid) return;
    const { id } = said;
    const wasInvalid = field.ariaInvalid;
    said.id = ""; // so that it is not read out either
    said.style.visibility = "hidden";
    if (wasInvalid) field.ariaInvalid = "false";
    forgiven.push(() => {
      said.id = id;
      said.style.visibility = "";
      // When the next answer finds no error, React has removed the attribute.
      if (field.ariaInvalid) field.ariaInvalid = wasInvalid;
    });
  };
  document.addEventListener("input", look);
  return () => {
    document.removeEventListener("input", look);
    for (const undo of forgiven) undo();
  };
}

const errorOf = (name: string) => document.getElementById(`${name}-error`);
