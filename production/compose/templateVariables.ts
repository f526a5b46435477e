/** Which values nginx's templates ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { POLICY_VARIABLES } from '../policyVariables';

/** @param kind folder of `nginx/`: `host` or `remote`. */
export function templateVariables(kind: string): string[] {
  const folder = path.join(__dirname, '../nginx');
  const own = readdirSync(path.join(folder, kind)).map((name) => path.join(folder, kind, name));
  const shared = ['nginx.conf.template', 'files.conf.template'].map((name) => path.join(folder, name));
  const asked = [...own, ...shared].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set([...asked, ...(kind === 'host' ? POLICY_VARIABLES : [])])];
}
