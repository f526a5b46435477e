/** The program of the threads that read long texts: all modules that define work. */
import '../curation/keywordWork';
import '../curation/textWork';
import '../search/textWork';
import '../secrets/textWork';
import { doTextTask } from './textWork';

// eslint-disable-next-line no-restricted-syntax -- The pool takes the default export.
export default doTextTask;
