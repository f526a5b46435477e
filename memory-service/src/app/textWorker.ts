/** Worker thread for long texts: loads every module that defines text work. */
import '../platform/text/keywordWork';
import '../features/curation/textWork';
import '../features/search/textWork';
import '../platform/secretScanning/textWork';
import { runTextTask } from '../platform/text/textWork';

// oxlint-disable-next-line import/no-default-export -- The pool takes the default export.
export default runTextTask;
