/** What a compiler says of a mistake, without what only its authors can read. */

/** Above the message: which loader failed. Below it: calls inside the compiler's native code, and where it was linked in. */
const LOADER = /^Module build failed \(from [^\n]*\):\n(?:Error:\s*)?/;
const BACKTRACE = /(?:Caused by:\n\s+Syntax Error\s+)?Stack backtrace:[\s\S]*$/;

/** The message as it is shown in the terminal and on the page. */
export const readableProblem = (message: string): string =>
  message
    .replace(LOADER, '')
    .replace(BACKTRACE, '')
    .replace(/Caused by:\n\s+Syntax Error\s*$/, '')
    .trim();
