/** The review inbox: what needs a decision, and what was decided. */
export { listReviewItems } from './queries/reviewItems';
export { reviewRoutes } from './routes/review';
