// Loaded into the processes of tests before the app. Hashing a password takes a sixth of a second on purpose;
// tests hash hundreds. Stored hashes still name the real cost.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt, scryptSync } = crypto;
/** @param {crypto.ScryptOptions} options */
const quick = (options) => ({ ...options, N: Math.max(2, (options.N ?? 0) / 2 ** 11), p: 1 });

Object.assign(crypto, {
  /** @type {(...given: [crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, () => void]) => void} */
  scrypt: (password, salt, length, options, done) =>
    scrypt(password, salt, length, quick(options), done),
  /** @type {typeof scryptSync} */
  scryptSync: (password, salt, length, options = {}) =>
    scryptSync(password, salt, length, quick(options)),
});
syncBuiltinESMExports();
