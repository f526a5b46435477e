/** Finds in a published release what a build of this clone or of the preset cannot have: another bundler may have made it. */
import { descriptorProblems } from '../federation/descriptorProblems';
import { styleProblems } from '../styles/remoteStyles';
import type { CheckedRelease } from './checkRelease';
import type { Store } from './store';

/** @throws Error with a sentence for each field of the descriptor that is wrong, and each style that reaches the rest of the page. */
export async function refuseWrongRelease(store: Store, { release }: CheckedRelease): Promise<void> {
  const { descriptor, version, integrity } = release;
  const sheets = Object.keys(integrity).filter((file) => file.endsWith('.css'));
  const styles = await Promise.all(
    sheets.map(async (file) => {
      const stored = await store.read(`${descriptor.name}/${version}/${file}`);
      return styleProblems(stored?.bytes.toString('utf8') ?? '', file);
    }),
  );
  const problems = [...descriptorProblems(descriptor), ...styles.flat()];
  if (problems.length > 0)
    throw new Error(`${descriptor.name} ${version} cannot go live:\n${problems.join('\n')}`);
}
