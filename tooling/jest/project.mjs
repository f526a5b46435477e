/** Jest settings shared by this repository and the repositories of other remotes. */

/**
 * Settings of all tests.
 * @param {string} files folder of the modules next to this one.
 * @param {string} transformer that compiles TypeScript.
 */
export const commonProject = (files, transformer) => ({
  transform: {
    '^.+\\.(ts|tsx|js|jsx)$': [
      transformer,
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '\\.module\\.css$': `${files}/cssModule.cjs`,
    '\\.css$': `${files}/emptyStyle.cjs`,
    // Jest runs CommonJS, which antd ships in a separate folder.
    '^antd/es/(.*)$': 'antd/lib/$1',
  },
  // Our packages, react-markdown and its plugins, secretlint and the OAuth library are ES modules only, so Jest has to transform them.
  transformIgnorePatterns: [
    '/node_modules/(?!\\.pnpm/)(?!(@hindsight|@secretlint|oidc-provider|openid-client|oauth4webapi|jose|react-markdown|remark-|rehype-|micromark|mdast-|hast-|hastscript|unist-|vfile|unified|devlop|bail|trough|is-plain-obj|ccount|fault|format|lossless-json|escape-string-regexp|markdown-table|longest-streak|zwitch|decode-named-character-reference|character-entities|character-reference-invalid|property-information|space-separated-tokens|comma-separated-tokens|trim-lines|html-url-attributes|estree-util-|stringify-entities|parse-entities|is-alpha|is-decimal|is-hexadecimal))',
  ],
  restoreMocks: true,
});

/**
 * Settings of tests that need a page.
 * @param {string} files folder of the modules next to this one.
 * @param {string} extension of the two modules written in TypeScript.
 * @param {string} transformer that compiles TypeScript.
 */
export function testProject(files, extension = 'ts', transformer = '@swc/jest') {
  const common = commonProject(files, transformer);
  return {
    ...common,
    testEnvironment: `${files}/browserEnvironment.cjs`,
    setupFilesAfterEnv: [`${files}/failOnConsole.${extension}`, `${files}/browserSetup.${extension}`],
  };
}
