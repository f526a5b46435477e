/** `pnpm build [room ...]`: builds what changed and publishes it to the local registry. */
import { createProgress } from '../local-stack/progress';
import { buildRooms } from './buildRooms';
import { ROOMS } from './rooms';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((room) => !ROOMS.includes(room));
if (unknown.length > 0) {
  console.error(`There is no room "${unknown.join('", "')}" to build. Rooms: ${ROOMS.join(', ')}`);
  process.exit(1);
}
// Compilers run in groups of their own; they end with this process, however it is asked to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
await createProgress()
  .step('Build', async (say) => {
    const built = await buildRooms(wanted.length > 0 ? wanted : ROOMS, { say });
    return built.length > 0 ? `built ${built.join(', ')}` : 'nothing changed';
  })
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
