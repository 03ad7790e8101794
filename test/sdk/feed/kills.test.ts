import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEY } from '../recording-server.ts';
import { serveFeed } from './feed-server.ts';

/** The long form is `TRADEPOST_KILLS=100 npm test -- test/sdk/feed/kills.test.ts`. */
const KILLS = Number(process.env.TRADEPOST_KILLS ?? 15);
const PAGE = 5;
const MOST_EVENTS = 3 * PAGE; // of one life, so that it's killed in a page, at its end, and while it saves

const sdk = fileURLToPath(new URL('../../../sdk', import.meta.url));

/** The program of the README, with the package's sources, in a folder of its own. */
async function bundle(saveEvery: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'program.mjs');
  const source = readFileSync(`${sdk}/examples/follow-events.ts`, 'utf8');
  const contents = source.replace('{ store:', `{ saveEvery: '${saveEvery}', store:`);
  await build({
    stdin: { contents, loader: 'ts', resolveDir: sdk },
    alias: {
      '@tradepost/sdk': `${sdk}/src/index.ts`,
      '@tradepost/sdk/cursors/file': `${sdk}/src/events/cursors/file.ts`,
    },
    bundle: true,
    outfile: file,
    format: 'esm',
    platform: 'node',
  });
  return file;
}

/** Runs the program until it has handled that many events, and kills it. Returns the events that it has handled. */
async function liveFor(events: number, program: string, baseUrl: string): Promise<number[]> {
  const child = spawn(process.execPath, [program], {
    cwd: path.dirname(program),
    env: { TRADEPOST_URL: baseUrl, TRADEPOST_API_KEY: API_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (ordersIn(output).length >= events) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  expect(code).toBeNull(); // it was killed and didn't end by itself
  return ordersIn(output);
}

/** The ids of whole lines, the last of which may be cut off. */
const ordersIn = (output: string): number[] =>
  [...output.matchAll(/^order (\d+): 134\.7\n/gm)].map(([, id]) => Number(id));

/** What comes again at most: what was handled since the last save. */
const CASES = [
  ['page', PAGE],
  ['event', 1],
] as const;

/** The events that its lives have handled, in their order. */
async function handledBy(program: string, baseUrl: string, mostRepeated: number): Promise<number[]> {
  const handled: number[] = [];
  for (let life = 1; life <= KILLS; life += 1) {
    const next = (handled.at(-1) ?? -1) + 1;
    const ids = await liveFor(1 + ((life * 7) % MOST_EVENTS), program, baseUrl);
    handled.push(...ids);
    if (life > 1) expect(next - ids[0]!).toBeLessThanOrEqual(mostRepeated);
  }
  return handled;
}

it(`the program of the README misses nothing when it is killed ${KILLS} times`, {
  timeout: 600_000,
}, async () => {
  const { baseUrl } = await serveFeed(() => 1_000_000, undefined, PAGE);
  // At the same time, because they mostly wait for processes to start.
  const lives = CASES.map(async ([saveEvery, mostRepeated]) =>
    handledBy(await bundle(saveEvery), baseUrl, mostRepeated),
  );
  for (const handled of await Promise.all(lives)) {
    const last = Math.max(...handled);
    expect(last).toBeGreaterThan(KILLS);
    expect(new Set(handled).size).toBe(last + 1);
  }
});
