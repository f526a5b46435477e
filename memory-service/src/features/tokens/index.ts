/** Personal access tokens, and programs that ask for one. */
export { approveProgram } from './approval';
export { deleteOldGrants } from './queries/deviceGrants';
export { deviceGrantRoutes } from './routes/deviceGrants';
export { mint, tokenRoutes } from './routes/tokens';
