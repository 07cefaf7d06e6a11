// A site whose clock is off by CLOCK_OFF_MS.
const off = Number(process.env.CLOCK_OFF_MS);
const Real = Date;
const now = () => Real.now() + off;
globalThis.Date = new Proxy(Real, {
  construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [now()] : given),
  get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
});
