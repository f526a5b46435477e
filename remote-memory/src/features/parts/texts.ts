/** What is said when a part of a page cannot be fetched. */
export const PART_FAILED = 'This part of the page could not be loaded. Check your connection.';
