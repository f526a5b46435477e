/** Secret scans, and decisions about their findings. */
export { decideSecret, secretRoutes } from './routes/secrets';
export { secretSteps } from './secretSteps';
