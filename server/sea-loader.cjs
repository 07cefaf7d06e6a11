// The main script of the executable: runs main.cjs with what V8 compiled of it when the executable was made.
const { getAssetKeys, getRawAsset } = process.getBuiltinModule("node:sea");
const { Script } = process.getBuiltinModule("node:vm");

const hasCache = getAssetKeys().includes("main.cache");
const script = new Script(Buffer.from(getRawAsset("main.cjs")).latin1Slice(), {
  filename: "main.cjs",
  cachedData: hasCache ? new Uint8Array(getRawAsset("main.cache")) : undefined,
});

const main = { exports: {} };
script.runInThisContext()(require, main);
main.exports.main();
