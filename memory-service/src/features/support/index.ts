/** Messages to the support. */
export { supportRoutes } from './routes/support';
