/** The text of a part of a page that could not be loaded. */
export const PART_FAILED = 'This part of the page could not be loaded. Check your connection.';
