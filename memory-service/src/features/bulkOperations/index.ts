/** Emptying an organization: moving or deleting all that it holds. */
export { organizationSteps } from './organizationSteps';
export { bulkOperationRoutes } from './routes/bulkOperations';
