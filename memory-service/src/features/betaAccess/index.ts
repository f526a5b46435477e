/** The beta program: requests and decisions. */
export { betaAccessRoutes } from './routes/betaAccess';
