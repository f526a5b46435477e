/** The runtime's errors carry a code (`#RUNTIME-006`), which its documentation explains; the prose stays out of the first load. */
const none = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
