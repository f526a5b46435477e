#!/usr/bin/env node
/** webpack-cli with the preset's own webpack, of which there must be one, and with configurations in TypeScript on every Node. */
import 'tsx';
import 'webpack-cli/bin/cli.js';
