/** Jest's globalTeardown needs a module that exports one function. */
module.exports = require('./sharedSetup').tearDown;
