/** Jest's globalSetup needs a module that exports one function. */
module.exports = require('./sharedSetup').setUp;
