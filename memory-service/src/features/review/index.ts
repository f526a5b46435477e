/** Review inbox: pending items and past decisions. */
export { listReviewItems } from './queries/reviewItems';
export { reviewRoutes } from './routes/review';
