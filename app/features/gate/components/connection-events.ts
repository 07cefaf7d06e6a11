/**
 * Calls back when the browser's connection changes, or somebody looks at the page again. Returns a function that
 * stops it.
 */
export function subscribeToConnection(onOnline: () => void, onOffline: () => void) {
  const onVisibilityChange = () => document.hidden || onOnline();
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}
