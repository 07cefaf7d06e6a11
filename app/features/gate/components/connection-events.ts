/**
 * Calls back when the browser's connection changes, or somebody looks at the page again. Returns a function that
 * stops it.
 */
export function onConnection(back: () => void, gone: () => void) {
  const seen = () => document.hidden || back();
  window.addEventListener("online", back);
  window.addEventListener("offline", gone);
  document.addEventListener("visibilitychange", seen);
  return () => {
    window.removeEventListener("online", back);
    window.removeEventListener("offline", gone);
    document.removeEventListener("visibilitychange", seen);
  };
}
