import { sqlite } from "./connection.server";

export const enterReadOnlyMode = () => void sqlite.pragma("query_only = 1");

/** False after a disk failure during a write, or once the file is found to be damaged. */
export const isWritable = () => sqlite.pragma("query_only", { simple: true }) === 0;
