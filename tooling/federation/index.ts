/** The webpack preset of the browser packages: what each `webpack.config.ts` imports. README.md explains what it adds. */
export { defineHost } from './defineHost';
export { defineRemote } from './defineRemote';
export { sharedModules } from './sharedPolicy';
