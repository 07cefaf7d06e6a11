/** The folder of all that must survive. As every setting it is read without the blanks around it. */
export const dataFolder = ({ DATA_DIR }: NodeJS.Dict<string> = process.env) =>
  DATA_DIR?.trim() || "data";
