/** Scans for secrets, and decisions about what they found. */
export { decideSecret, secretRoutes } from './routes/secrets';
export { secretSteps } from './secretSteps';
