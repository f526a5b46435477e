/** Types for the tests and style sheets of a remote. Plain `jest` would resolve to the package of that name. */
/// <reference types="@types/jest" />
/// <reference types="@testing-library/jest-dom" />
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
