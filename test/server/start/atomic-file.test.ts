import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { createFile, replaceFile } from '../../../server/base/atomic-file.ts';

async function ownFile(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tradepost-file-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return path.join(dir, 'file');
}

it.each([replaceFile, createFile])('makes the folder of the first file on a new machine', async (write) => {
  const file = path.join(path.dirname(await ownFile()), 'new', 'data', 'file');
  await write(file, 'x');
  expect(await readFile(file, 'utf8')).toBe('x');
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
});

/** A thread that reads the file in a loop, and in the end returns every content that it saw. */
async function startReader(file: string): Promise<() => Promise<string[]>> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const program = `
    const { workerData, parentPort } = require('node:worker_threads');
    const { readFileSync } = require('node:fs');
    const seen = new Set();
    parentPort.postMessage('ready');
    while (Atomics.load(workerData.stop, 0) === 0)
      try { seen.add(readFileSync(workerData.file, 'utf8')); } catch {}
    seen.add(readFileSync(workerData.file, 'utf8'));
    parentPort.postMessage([...seen]);`;
  const reader = new Worker(program, { eval: true, workerData: { file, stop } });
  const next = () => new Promise<unknown>((resolve) => reader.once('message', resolve));
  onTestFinished(async () => void (await reader.terminate()));
  await next();
  return () => {
    const seen = next() as Promise<string[]>;
    Atomics.store(stop, 0, 1);
    return seen;
  };
}

const LONG = 200_000; // more than one write of the file system
const contents = Array.from({ length: 30 }, (_, n) => String.fromCharCode(97 + n).repeat(LONG));

it('replacing a file shows readers the old content or the new one, and nothing else', async () => {
  const file = await ownFile();
  const seen = await startReader(file);
  for (const content of contents) await replaceFile(file, content);
  for (const content of await seen()) expect(contents.includes(content), `${content.length}`).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(contents.at(-1));
});

it('creating a file shows readers its whole content at once', async () => {
  const file = await ownFile();
  const seen = await startReader(file);
  for (const content of contents) {
    await rm(file, { force: true });
    expect(await createFile(file, content)).toBe(true);
  }
  for (const content of await seen()) expect(contents.includes(content), `${content.length}`).toBe(true);
});

it('creating a file that already exists leaves it alone, and leaves no draft behind', async () => {
  const file = await ownFile();
  const made = await Promise.all(['a', 'b', 'c'].map((content) => createFile(file, content)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await readFile(file, 'utf8')).toBe('abc'[made.indexOf(true)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['file']);
});
