/** Stand-in for a plain style sheet: jsdom paints nothing. */
module.exports = {};
