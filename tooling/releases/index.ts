/** Release functions behind the commands, for the end-to-end tests, which use a separate folder. */
export { promote, startCanary } from './promote';
export { rollback } from './rollback';
export { folderStore } from './folderStore';
export { computeIntegrity } from './hash';
export { publishFolder } from './makeRelease';
