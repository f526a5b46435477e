/** Keyword extraction for long texts. */
import { defineTextWork } from './textWork';
import { suggestKeywords, tellingKeywords } from './keywords';

export const suggestKeywordsInThread = defineTextWork('suggestKeywords', suggestKeywords);
export const tellingKeywordsInThread = defineTextWork('tellingKeywords', tellingKeywords);
