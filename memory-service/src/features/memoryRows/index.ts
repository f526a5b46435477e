/** The one place that writes memory blocks and their keywords' links, with everything that is kept beside them. */
export { addLinks, removeLinks, reindexBlocks } from './queries/links';
export { COUNTED } from './queries/numbers';
export { dropDocuments, indexBlocks, readWords } from './queries/searchIndex';
export { addBlocks, changeBlocks, countRetrieved, deleteBlocks } from './queries/writeBlocks';
export { OF_BLOCKS } from './queries/moves';
