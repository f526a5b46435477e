import { HostFileError, triedAgain } from './pageCheck';

const hostFile = new HostFileError('the host’s own /assets/main.js did not arrive');

it('tries a release again when a file of the host did not arrive', async () => {
  const run = jest.fn().mockRejectedValueOnce(hostFile).mockResolvedValue('found');
  await expect(triedAgain(run)).resolves.toBe('found');
  expect(run).toHaveBeenCalledTimes(2);
});

it('gives up after three times, and at once for a fault of the release', async () => {
  const lost = jest.fn().mockRejectedValue(hostFile);
  await expect(triedAgain(lost)).rejects.toBe(hostFile);
  expect(lost).toHaveBeenCalledTimes(3);
  const broken = jest.fn().mockRejectedValue(new Error('boom'));
  await expect(triedAgain(broken)).rejects.toThrow('boom');
  expect(broken).toHaveBeenCalledTimes(1);
});
