/** The heaviest door: the data table, loaded with the first page that manages rows instead of reading cards. */
export * from './Table';
