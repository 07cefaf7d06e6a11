/** Prints a line for the operator at once: the next step may take long or fail. */
export const print = (line: string) => console.log(line);
