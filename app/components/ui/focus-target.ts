import type { MouseEvent } from "react";

/**
 * For links to a place on the page. A plain link would make the router forget the last action's answer, and with
 * it the errors that the link is about.
 */
export function jump(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: target === document.body ? "start" : "nearest" });
}
