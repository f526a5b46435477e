/** Stub of a CSS module: every class name is its own name, so tests can read it. */
const names = new Proxy(
  {},
  { get: (_target, key) => (key === '__esModule' ? true : key === 'default' ? names : String(key)) },
);
module.exports = names;
