/** The packages that are built, and the inputs of each: whatever changes one of them makes a new build. */
import { REMOTE_NAMES } from '../local-stack/parts';

export const REMOTE_PACKAGES = REMOTE_NAMES.map((name) => `remote-${name}`);
/** What runs in a browser. */
export const BROWSER_PACKAGES = ['host', ...REMOTE_PACKAGES];
export const SERVICE_PACKAGE = 'memory-service';
export const BUILT_PACKAGES = [...BROWSER_PACKAGES, SERVICE_PACKAGE];

export const isService = (pkg: string) => pkg === SERVICE_PACKAGE;
export const isRemotePackage = (pkg: string) => pkg.startsWith('remote-');

const BROWSER_INPUTS = [
  'import-formats',
  'shared-contracts',
  'shared-ui',
  'tooling/federation',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
];
const SERVICE_INPUTS = ['mcp-server', 'shared-contracts', 'tsconfig.base.json', 'pnpm-lock.yaml'];

/** Folders and files (relative to the clone) that decide what the build of a package contains. */
export const listInputs = (pkg: string) => [pkg, ...(isService(pkg) ? SERVICE_INPUTS : BROWSER_INPUTS)];
