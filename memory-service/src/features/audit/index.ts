export { auditTrailRoutes } from './routes/auditTrail';
