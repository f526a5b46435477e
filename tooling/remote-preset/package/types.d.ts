/** What the tests and the style sheets of a remote are to TypeScript. `jest` alone would be the package of that name. */
/// <reference types="@types/jest" />
/// <reference types="@testing-library/jest-dom" />
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
