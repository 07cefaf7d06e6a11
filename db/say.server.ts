/** A line for whoever started the program, at once: what comes next may take long, fail, or be stopped. */
export const say = (line: string) => console.log(line);
