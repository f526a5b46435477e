/** The packages to build, and the inputs of each: any change to an input causes a rebuild. */
import { REMOTE_NAMES } from '../local-stack/parts';

export const REMOTE_PACKAGES = REMOTE_NAMES.map((name) => `remote-${name}`);
/** Packages that run in a browser. */
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

/** Files and folders (relative to the clone) that determine a package's build. */
export const listInputs = (pkg: string) => [pkg, ...(isService(pkg) ? SERVICE_INPUTS : BROWSER_INPUTS)];
