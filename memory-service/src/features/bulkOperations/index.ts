/** Emptying an organization: moves or deletes all of its data. */
export { organizationSteps } from './organizationSteps';
export { bulkOperationRoutes } from './routes/bulkOperations';
