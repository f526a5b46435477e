/** The beta programme: requests and decisions. */
export { betaAccessRoutes } from './routes/betaAccess';
