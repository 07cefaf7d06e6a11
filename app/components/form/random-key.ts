/** `crypto.randomUUID` is missing in insecure contexts, such as plain http in a local network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
