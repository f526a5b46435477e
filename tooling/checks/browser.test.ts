import { findBrowser, type Machine } from './browser';

const DOWNLOAD = '/home/x/.cache/ms-playwright/chrome';

/** A fake machine with some programs; commands listed in `brings` succeed and install a working browser. */
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
  it('prefers CHROMIUM_PATH, and reports when that browser does not start', async () => {
    const working = ['/opt/mine', '/usr/bin/chromium'];
    expect(await find(machineWith({ wanted: '/opt/mine', working }).machine)).toBe('/opt/mine');
    await expect(find(machineWith({ wanted: '/opt/gone', working }).machine)).rejects.toThrow(
      'CHROMIUM_PATH is /opt/gone, but it doesn’t start.',
    );
  });

  it('uses an installed browser or an earlier download without downloading', async () => {
    for (const file of ['/usr/bin/chromium', '/usr/bin/google-chrome', DOWNLOAD]) {
      const { machine, ran } = machineWith({ working: [file] });
      expect(await find(machine)).toBe(file);
      expect(ran).toEqual([]);
    }
  });

  it('downloads a browser when there is none', async () => {
    const { machine, ran } = machineWith({ brings: { 'playwright install chromium': DOWNLOAD } });
    expect(await find(machine)).toBe(DOWNLOAD);
    expect(ran).toEqual(['playwright install chromium']);
  });

  it('installs missing libraries of a download, as root only', async () => {
    const brings = {
      'playwright install chromium': '/nothing',
      'playwright install-deps chromium': DOWNLOAD,
    };
    expect(await find(machineWith({ root: true, brings }).machine)).toBe(DOWNLOAD);
    await expect(find(machineWith({ brings }).machine)).rejects.toThrow('system libraries are missing');
  });

  it('prefers the headless shell', async () => {
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

  it('fails with one sentence about the attempts', async () => {
    await expect(find(machineWith({ root: true }).machine)).rejects.toThrow(
      "No browser for the end-to-end tests: no Chromium or Chrome is installed; Playwright's download failed; the chromium package could not be installed. Install Chromium or set CHROMIUM_PATH.",
    );
  });
});
