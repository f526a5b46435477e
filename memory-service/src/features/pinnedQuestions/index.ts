/** Questions that are asked again, to see whether the memories that they expect are still found. */
export { pinnedQuestionRoutes } from './routes/pinnedQuestions';
