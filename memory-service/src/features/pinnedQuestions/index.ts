/** Pinned questions: regression tests that check whether expected memories are still found. */
export { pinnedQuestionRoutes } from './routes/pinnedQuestions';
