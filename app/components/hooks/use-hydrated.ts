import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render, true once script has taken over. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
