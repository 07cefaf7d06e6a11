import { createContext } from "react";

/** The Content-Security-Policy nonce of this answer; entry.server provides it, the browser has none. */
export const NonceContext = createContext<string | undefined>(undefined);
