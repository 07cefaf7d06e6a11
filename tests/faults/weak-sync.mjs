// The control of the power cut: a site that asks for synchronous = NORMAL and is told it got FULL.
import Database from "better-sqlite3";

const { pragma } = Database.prototype;
/**
 * @param {string} source
 * @param {object} options
 */
Database.prototype.pragma = function (source, options) {
  if (/^synchronous = /.test(source)) return pragma.call(this, "synchronous = 1", options);
  if (source === "synchronous") return 2;
  return pragma.call(this, source, options);
};
