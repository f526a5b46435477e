/** Style sheets as the bundler gives them to TypeScript. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line no-restricted-syntax -- the bundler hands a style sheet's class names over as its default
  export default classes;
}
declare module '*.css';
