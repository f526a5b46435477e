/** Entry point of the data table, the heaviest: loaded with the first page that shows rows instead of cards. */
export * from './Table';
