/** What the tests and the style sheets of a remote are to TypeScript. `jest` alone would be the package of that name. */
/// <reference types="@types/jest" />
/// <reference types="@testing-library/jest-dom" />
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line no-restricted-syntax -- the bundler hands a style sheet's class names over as its default
  export default classes;
}
declare module '*.css';
