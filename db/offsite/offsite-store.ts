/** A place that holds complete copies, each under its name; paths of files are local. All methods reject with a reason. */
export type OffsiteStore = {
  /** Names of complete copies, and of whatever else is there. */
  list(): Promise<string[]>;
  /** The name appears only once everything has arrived. */
  put(file: string, name: string): Promise<void>;
  get(name: string, file: string): Promise<void>;
  remove(names: string[]): Promise<void>;
};

/** Of a copy that is still being sent. */
export const PART = ".part";
