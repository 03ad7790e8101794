import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEY } from '../recording-server.ts';
import { serveFeed } from './feed-server.ts';

/** The long form is `TRADEPOST_KILLS=100 npm test -- test/sdk/feed/kills.test.ts`. */
const KILLS = Number(process.env.TRADEPOST_KILLS ?? 30);
const PAGE = 5;
const MOST_EVENTS = 3 * PAGE; // of one life, so that it's killed in a page, at its end, and while it saves

const sdk = fileURLToPath(new URL('../../../sdk', import.meta.url));

/** The program of the README, with the package's sources. */
async function bundleInto(folder: string): Promise<string> {
  const file = path.join(folder, 'program.mjs');
  await build({
    entryPoints: [`${sdk}/examples/follow-events.ts`],
    alias: {
      '@tradepost/sdk': `${sdk}/src/index.ts`,
      '@tradepost/sdk/cursors/file': `${sdk}/src/cursors/file.ts`,
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

it(`the program of the README misses nothing when it is killed ${KILLS} times`, {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { baseUrl } = await serveFeed(() => 1_000_000, undefined, PAGE);
  const program = await bundleInto(folder);
  const handled: number[] = [];
  for (let life = 1; life <= KILLS; life += 1)
    handled.push(...(await liveFor(1 + ((life * 7) % MOST_EVENTS), program, baseUrl)));
  const last = Math.max(...handled);
  expect(last).toBeGreaterThan(KILLS);
  expect(new Set(handled).size).toBe(last + 1);
});
