import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadSecretKey } from '../../../server/main/secret-key.ts';

const PROCESSES = 4;
/** When the key was written directly to its file, about one trial in fifty failed. */
const TRIALS = 150;
const FIXTURE = new URL('secret-key.fixture.ts', import.meta.url).pathname;

async function ownFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tradepost-secret-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const unset = (dataDir: string) => ({ secretKey: undefined, dataDir });

async function startProcess(): Promise<ChildProcess> {
  const child = fork(FIXTURE, { execArgv: ['--import', 'tsx'] });
  onTestFinished(() => void child.kill());
  await once(child, 'message');
  return child;
}

it('the secret key is the same for all processes that create it at once', { timeout: 600_000 }, async () => {
  const folder = await ownFolder();
  const children = await Promise.all(Array.from({ length: PROCESSES }, startProcess));
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const dataDir = path.join(folder, String(trial));
    const responses = children.map((child) => once(child, 'message'));
    for (const child of children) child.send(dataDir);
    const keys = (await Promise.all(responses)).map(([key]) => key as string);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  }
});

it('the secret key is readable only by its owner, and stays the same', async () => {
  const dataDir = path.join(await ownFolder(), 'data');
  const key = await loadSecretKey(unset(dataDir));
  expect((await stat(path.join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
  expect(await loadSecretKey(unset(dataDir))).toBe(key);
});

it.each([
  ['empty', ''],
  ['blank', ' \n'],
  ['truncated', 'a'.repeat(31)],
])(
  'the secret key is refused, not replaced, when its file is %s; the error names the file and what to do',
  async (_, text) => {
    const dataDir = await ownFolder();
    const file = path.join(dataDir, 'secret-key');
    await writeFile(file, text);
    const refused = expect(loadSecretKey(unset(dataDir))).rejects;
    await refused.toThrow(
      `${file} has ${text.trim().length} characters; a secret key needs at least 32. Restore the file, or set TRADEPOST_SECRET_KEY`,
    );
    await expect(loadSecretKey(unset(dataDir))).rejects.not.toThrow('aaa');
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

it('the secret key is refused with a clear error when its file is a folder', async () => {
  const dataDir = await ownFolder();
  const file = path.join(dataDir, 'secret-key');
  await mkdir(file);
  const refused = `${file} cannot be read (EISDIR). Make it a file that this user can read, or set TRADEPOST_SECRET_KEY.`;
  await expect(loadSecretKey(unset(dataDir))).rejects.toThrow(refused);
});

it('the secret key is the configured one, if any, and then no file is created', async () => {
  const dataDir = await ownFolder();
  expect(await loadSecretKey({ secretKey: 'k'.repeat(32), dataDir })).toBe('k'.repeat(32));
  expect(await readdir(dataDir)).toEqual([]);
});
