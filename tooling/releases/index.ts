/** What the end-to-end tests use of the releases: the functions behind the commands, on a folder of their own. */
export { promote, startCanary } from './promote';
export { rollback } from './rollback';
export { folderStore } from './folderStore';
export { computeIntegrity as integrityOf } from './hash';
export { publishFolder } from './makeRelease';
