import { serve } from "./serve.ts";

await serve(() => import(new URL("../build/index.js", import.meta.url).href));
