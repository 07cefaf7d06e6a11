/** What a browser knows of its connection, and that somebody looks at the page again. Answers how to stop listening. */
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
