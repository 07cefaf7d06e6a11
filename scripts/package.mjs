import { exitWithError } from "./bootstrap.mjs";
import { makeExecutable } from "./executable.mjs";

// Makes dist/zoo-verse, for machines like this one.
try {
  const { sha256 } = await makeExecutable(process.arch, "dist/zoo-verse");
  console.log(`sha256 ${sha256}`); // to verify a copy on another machine
} catch (error) {
  exitWithError(error);
}
