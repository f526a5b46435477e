/** Jest wants one file with one function after the tests of a run. */
module.exports = require('./sharedSetup').tearDown;
