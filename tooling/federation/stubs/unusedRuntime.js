/** Stands in for the federation runtime's loader of containers on Node, which no browser build reaches. */
const onlyOnNode = () => {
  throw new Error('This build of the federation runtime is for browsers.');
};
export { onlyOnNode as createScriptNode, onlyOnNode as loadScriptNode };
