/** `pnpm build [package ...]`: builds changed packages and publishes them to the local registry. */
import { createProgress } from '../local-stack/progress';
import { buildPackages } from './buildPackages';
import { BUILT_PACKAGES } from './packages';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((pkg) => !BUILT_PACKAGES.includes(pkg));
if (unknown.length > 0) {
  console.error(`Unknown package "${unknown.join('", "')}" to build. Packages: ${BUILT_PACKAGES.join(', ')}`);
  process.exit(1);
}
// Compilers run in separate process groups; this makes them end with this process on any signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
await createProgress()
  .step('Build', async (report) => {
    const built = await buildPackages(wanted.length > 0 ? wanted : BUILT_PACKAGES, { report });
    return built.length > 0 ? `built ${built.join(', ')}` : 'nothing changed';
  })
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
