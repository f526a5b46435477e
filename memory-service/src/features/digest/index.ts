/** The weekly digest by mail. */
export { createDigestWriter } from './digest';
export { registerDigestPage } from './digestPage';
export { digestRoutes } from './routes/digest';
