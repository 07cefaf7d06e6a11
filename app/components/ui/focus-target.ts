import type { MouseEvent } from "react";

/** For links within the page: a plain link would make Remix discard the action's result and the errors in it. */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: target === document.body ? "start" : "nearest" });
}
