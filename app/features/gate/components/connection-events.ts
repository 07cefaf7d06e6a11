/** Also calls `onOnline` when the page becomes visible. Returns a function that unsubscribes. */
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
