/** Jest wants one file with one function before the tests of a run. */
module.exports = require('./sharedSetup').setUp;
