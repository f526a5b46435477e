/** Personal access tokens and device grants. */
export { approveProgram } from './approval';
export { deleteOldGrants } from './queries/deviceGrants';
export { deviceGrantRoutes } from './routes/deviceGrants';
export { mintToken, tokenRoutes } from './routes/tokens';
