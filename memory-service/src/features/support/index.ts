/** Support requests. */
export { supportRoutes } from './routes/support';
