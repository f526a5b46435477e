/** Jobs as people and programs see them. */
export { respondAsync, runJob } from './jobResponses';
export { jobOnWire } from './queries/jobAnswers';
export { jobRoutes } from './routes/jobs';
