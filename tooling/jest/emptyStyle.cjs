/** Stub of a plain style sheet: jsdom paints nothing. */
module.exports = {};
