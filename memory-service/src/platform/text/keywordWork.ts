/** Keyword extraction for long texts. */
import { defineTextWork } from './textWork';
import { suggestKeywords, extractKeywords } from './keywords';

export const suggestKeywordsInThread = defineTextWork('suggestKeywords', suggestKeywords);
export const extractKeywordsInThread = defineTextWork('extractKeywords', extractKeywords);
