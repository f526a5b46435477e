/** `pnpm lint`: checks the style sheets of the remotes, and of the template for new ones. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { moduleProblem, styleProblems } from './remoteStyles';

const patterns = ['remote-*/src/*.css', 'examples/*.css', 'tooling/create-remote/template/*.css'];
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
  cwd: repoRoot,
  encoding: 'utf8',
});
const problems = listed
  .split('\n')
  .filter(Boolean)
  .flatMap((file) => {
    const problem = moduleProblem(file);
    return problem ? [problem] : styleProblems(readFileSync(path.join(repoRoot, file), 'utf8'), file);
  });
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
