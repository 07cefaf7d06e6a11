import { createContext } from "react";

/** Marks the inline scripts of an answer as ours while it is drawn; the browser has none. */
export const NonceContext = createContext<string | undefined>(undefined);
