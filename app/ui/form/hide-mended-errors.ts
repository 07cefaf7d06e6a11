/**
 * Takes back what is said beside a field once its value is changed and the browser finds nothing wrong with
 * it. The room is kept, so that nothing moves under the pointer. Ends with the answer that it is about: what
 * that says again is then to be seen again.
 */
export function hideMendedErrors() {
  const forgiven: (() => void)[] = [];
  const look = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const said = [field.id, field.name].map(errorOf).find(Boolean);
    if (!said || !field.validity.valid) return;
    const { id } = said;
    const wasInvalid = field.ariaInvalid;
    said.id = ""; // nor is it read out any more
    said.style.visibility = "hidden";
    if (wasInvalid) field.ariaInvalid = "false";
    forgiven.push(() => {
      said.id = id;
      said.style.visibility = "";
      // Where the next answer finds nothing wrong, React has taken the attribute away.
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
