#!/usr/bin/env node
/** webpack-cli bound to the preset's single copy of webpack, with TypeScript configurations on every Node version. */
import 'tsx';
import 'webpack-cli/bin/cli.js';
