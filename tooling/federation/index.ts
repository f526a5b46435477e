/** The webpack preset of the browser packages, imported by each `webpack.config.ts`. README.md explains what it adds. */
export { defineHost } from './defineHost';
export { defineRemote } from './defineRemote';
export { sharedModules } from './sharedPolicy';
