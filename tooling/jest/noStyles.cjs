/**
 * Stub of the part of antd that writes its style sheets into the document. jsdom paints nothing, but asks every rule
 * for every element whenever a test looks for a role or clicks: with antd's own sheets that took most of a test's time.
 * What remains is what tests can see: layers that were closed are not there.
 */
const CLOSED = ['tooltip', 'popover', 'dropdown', 'select-dropdown', 'picker-dropdown'].map(
  (part) => `.ant-${part}-hidden`,
);
const sheet = document.createElement('style');
sheet.textContent = `${CLOSED.join()} { display: none }`;
document.head.append(sheet);

const detached = () => document.createElement('style');

module.exports = {
  injectCSS: detached,
  updateCSS: detached,
  removeCSS: () => undefined,
  clearContainerCache: () => undefined,
};
