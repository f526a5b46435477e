/** The only module that writes memory blocks and their keyword links, together with all derived rows. */
export { addLinks, removeLinks, reindexBlocks } from './queries/links';
export { COUNTED } from './queries/numbers';
export { dropDocuments, indexBlocks, readWords } from './queries/searchIndex';
export { addBlocks, changeBlocks, countRetrieved, deleteBlocks } from './queries/writeBlocks';
export { OF_BLOCKS } from './queries/moves';
