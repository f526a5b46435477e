/** The audit trail. */
export { auditTrailRoutes } from './routes/auditTrail';
