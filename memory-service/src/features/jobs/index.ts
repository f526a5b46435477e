/** API representation of jobs. */
export { respondAsync, runJob } from './jobResponses';
export { jobOnWire } from './queries/jobAnswers';
export { jobRoutes } from './routes/jobs';
