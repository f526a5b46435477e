import { findBrowser, type Machine } from './browser';

const DOWNLOAD = '/home/x/.cache/ms-playwright/chrome';

/** A machine with some programs; commands that end well may bring working browsers. */
function machineWith(options: {
  wanted?: string;
  working?: string[];
  root?: boolean;
  brings?: Record<string, string>;
}) {
  const working = new Set(options.working);
  const ran: string[] = [];
  const machine: Machine = {
    wanted: options.wanted,
    isRoot: options.root ?? false,
    onPath: (name) => (name === 'apt-get' || working.has(`/usr/bin/${name}`) ? `/usr/bin/${name}` : null),
    works: (file) => working.has(file),
    downloadPath: async () => DOWNLOAD,
    async run(command) {
      ran.push(command.join(' '));
      const brought = options.brings?.[command.join(' ')];
      if (brought) working.add(brought);
      return brought !== undefined;
    },
  };
  return { machine, ran };
}

const find = (machine: Machine) => findBrowser(() => undefined, machine);
const APT = 'apt-get install -y --no-install-recommends';
const SHELL = 'chromium-headless-shell';

describe('findBrowser', () => {
  it('takes CHROMIUM_PATH before anything else, and reports when that does not start', async () => {
    const working = ['/opt/mine', '/usr/bin/chromium'];
    expect(await find(machineWith({ wanted: '/opt/mine', working }).machine)).toBe('/opt/mine');
    await expect(find(machineWith({ wanted: '/opt/gone', working }).machine)).rejects.toThrow(
      'CHROMIUM_PATH is /opt/gone, but it doesn’t start.',
    );
  });

  it('takes an installed browser, or an earlier download, without downloading', async () => {
    for (const file of ['/usr/bin/chromium', '/usr/bin/google-chrome', DOWNLOAD]) {
      const { machine, ran } = machineWith({ working: [file] });
      expect(await find(machine)).toBe(file);
      expect(ran).toEqual([]);
    }
  });

  it('downloads one when there is none', async () => {
    const { machine, ran } = machineWith({ brings: { 'playwright install chromium': DOWNLOAD } });
    expect(await find(machine)).toBe(DOWNLOAD);
    expect(ran).toEqual(['playwright install chromium']);
  });

  it('adds the libraries of a download that does not start, as root only', async () => {
    const brings = {
      'playwright install chromium': '/nothing',
      'playwright install-deps chromium': DOWNLOAD,
    };
    expect(await find(machineWith({ root: true, brings }).machine)).toBe(DOWNLOAD);
    await expect(find(machineWith({ brings }).machine)).rejects.toThrow('system libraries are missing');
  });

  it('prefers the one without windows', async () => {
    const working = ['/usr/bin/chromium', `/usr/bin/${SHELL}`];
    expect(await find(machineWith({ working }).machine)).toBe(`/usr/bin/${SHELL}`);
  });

  it.each([[SHELL], [SHELL, 'chromium']])(
    "falls back to Debian's package as root: %s %s",
    async (...tried) => {
      const had = tried.at(-1)!;
      const { machine, ran } = machineWith({ root: true, brings: { [`${APT} ${had}`]: `/usr/bin/${had}` } });
      expect(await find(machine)).toBe(`/usr/bin/${had}`);
      expect(ran).toEqual([
        'playwright install chromium',
        'apt-get update',
        ...tried.map((name) => `${APT} ${name}`),
      ]);
    },
  );

  it('ends with one sentence about what was tried', async () => {
    await expect(find(machineWith({ root: true }).machine)).rejects.toThrow(
      "No browser for the end-to-end tests: no Chromium or Chrome is installed; Playwright's download failed; the chromium package could not be installed. Install Chromium or set CHROMIUM_PATH.",
    );
  });
});
