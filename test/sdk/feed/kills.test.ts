import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEY } from '../recording-server.ts';
import { serveFeed } from './feed-server.ts';

const KILLS = 100;
const PAGE = 5;
const MOST_EVENTS = 3 * PAGE; // of one life, so that it's killed in a page, at its end, and while it saves

const sources = fileURLToPath(new URL('../../../sdk/src', import.meta.url));
const PROGRAM = `
import { Tradepost } from '${sources}/index.ts';
import { fileCursorStore } from '${sources}/cursors/file.ts';
const [, , apiKey, baseUrl, file, saveEvery] = process.argv;
const tp = new Tradepost({ apiKey, baseUrl });
for await (const event of tp.events.follow({ store: fileCursorStore(file), saveEvery, limit: ${PAGE} }))
  process.stdout.write(event.event_id + '\\n');
`;

async function bundleInto(folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: sources, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const file = path.join(folder, 'program.mjs');
  writeFileSync(file, outputFiles[0]!.contents);
  return file;
}

/** Runs the program until it has handled that many events, and kills it. Returns the events that it has handled. */
async function liveFor(events: number, args: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.split('\n').length > events) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  expect(code).toBeNull(); // it was killed and didn't end by itself
  return output.split('\n').filter(Boolean);
}

/** What comes again at most: what was handled since the last save. */
const CASES = [
  ['page', PAGE],
  ['event', 1],
] as const;

/** The events that 100 lives have handled, in their order. */
async function handledOver(args: readonly string[], mostRepeated: number): Promise<number[]> {
  const handled: number[] = [];
  for (let life = 1; life <= KILLS; life += 1) {
    const next = (handled.at(-1) ?? -1) + 1;
    const ids = await liveFor(1 + ((life * 7) % MOST_EVENTS), args);
    handled.push(...ids.map((id) => Number(id.slice(1))));
    expect(next - Number(ids[0]!.slice(1))).toBeLessThanOrEqual(mostRepeated);
  }
  return handled;
}

it(`a program that follows the feed misses nothing when it is killed ${KILLS} times`, {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { baseUrl } = await serveFeed(() => 1_000_000);
  const program = await bundleInto(folder);
  // At the same time, because they mostly wait for processes to start.
  const lives = CASES.map(([saveEvery, mostRepeated]) =>
    handledOver([program, API_KEY, baseUrl, path.join(folder, saveEvery), saveEvery], mostRepeated),
  );
  for (const handled of await Promise.all(lives)) {
    const last = Math.max(...handled);
    expect(last).toBeGreaterThan(KILLS);
    expect(new Set(handled).size).toBe(last + 1);
  }
});
