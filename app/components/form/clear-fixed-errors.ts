/**
 * Hides a field's error once its new value is valid. Its space stays reserved to prevent a layout shift. Returns the
 * undo.
 */
export function clearFixedErrors() {
  const undoActions: (() => void)[] = [];
  const hideFixedError = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const error = [field.id, field.name].map(errorOf).find(Boolean);
    if (!error || !field.validity.valid) return;
    const { id } = error;
    const wasInvalid = field.ariaInvalid;
    error.id = "";
    error.style.visibility = "hidden";
    if (wasInvalid) field.ariaInvalid = "false";
    undoActions.push(() => {
      error.id = id;
      error.style.visibility = "";
      if (field.ariaInvalid) field.ariaInvalid = wasInvalid;
    });
  };
  document.addEventListener("input", hideFixedError);
  return () => {
    document.removeEventListener("input", hideFixedError);
    for (const undo of undoActions) undo();
  };
}

const errorOf = (name: string) => document.getElementById(`${name}-error`);
