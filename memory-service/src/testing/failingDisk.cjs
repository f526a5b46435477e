/** Preloaded into a service: makes its disk fail as described in the file that FAILING_DISK names. */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { fsyncSync, readFileSync, statfsSync, writeSync } = fs;
const STANDARD_STREAMS = 2;
const fails = (how) =>
  fs.existsSync(process.env.FAILING_DISK) && readFileSync(process.env.FAILING_DISK, 'utf8') === how;
const failure = (code) => Object.assign(new Error(code), { code });

fs.fsyncSync = (descriptor) => {
  if (fails('refuses to flush')) throw failure('EIO');
  return fsyncSync(descriptor);
};
fs.writeSync = (descriptor, ...rest) => {
  if (descriptor > STANDARD_STREAMS && fails('has no room')) throw failure('ENOSPC');
  return writeSync(descriptor, ...rest);
};
fs.statfsSync = (folder) =>
  fails('is almost full') ? { ...statfsSync(folder), bavail: 0 } : statfsSync(folder);
syncBuiltinESMExports();
