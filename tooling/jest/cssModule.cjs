/** Stub of a CSS module: maps every class name to itself, so that tests can read it. */
const names = new Proxy(
  {},
  { get: (_target, key) => (key === '__esModule' ? true : key === 'default' ? names : String(key)) },
);
module.exports = names;
