/** The folder for everything that must survive, without blanks around it, like every setting. */
export const dataFolder = ({ DATA_DIR }: NodeJS.Dict<string> = process.env) =>
  DATA_DIR?.trim() || "data";
