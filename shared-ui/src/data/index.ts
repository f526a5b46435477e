/** Entry point of lists: what list pages need beyond the core, loaded with the first of them. */
export * from './DateRange';
export * from './FilterChips';
export { loadListControls } from './Later';
export { useDraft } from './listView/draft';
export * from './listView/parameters';
export * from './listView/useClampedPage';
export * from './listView/useListView';
export * from './ListSearch';
export * from './lostQuestions';
export * from './LostQuestionsNote';
export * from './Pagination';
export * from './RefreshControl';
export * from './SearchBox';
export * from './Segmented';
export * from './Select';
export * from './SelectionBar';
export * from './useListKeys';
export * from './useSelection';
