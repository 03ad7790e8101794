import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SERVER_CORE } from './cores.ts';
import { median } from './statistics.ts';
import type { Candidate, Workload } from './workload.ts';

const run = promisify(execFile);

interface Import {
  readonly ms: number;
  readonly cpuMs: number;
}

/** From where the packages are found: the peers here, the SDK and openapi-fetch in the root's node_modules. */
const here = fileURLToPath(new URL('.//', import.meta.url));

/** Times the import of a package in a fresh process, not counting Node's startup. */
async function importOnce(name: string): Promise<Import> {
  const program = `
    const cpu = process.cpuUsage(), began = performance.now();
    await import(${JSON.stringify(name)});
    const ms = performance.now() - began, { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));`;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const { stdout } = await run('taskset', ['--cpu-list', SERVER_CORE, ...node], { cwd: here });
  return JSON.parse(stdout);
}

function importing(name: string): Candidate {
  return {
    name,
    async round(seconds) {
      const done: Import[] = [];
      const endsAt = performance.now() + seconds * 1000;
      while (performance.now() < endsAt) done.push(await importOnce(name));
      const times = done.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
      return {
        operations: done.length,
        seconds: sum(times) / 1000,
        cpuSeconds: sum(done.map(({ cpuMs }) => cpuMs)) / 1000,
        p50Ms: median(times),
        p99Ms: times[Math.floor(times.length * 0.99)]!,
      };
    },
  };
}

/** The first import of the package in a process, with a warm disk cache. */
export const imports: Workload = {
  name: 'client: cold import',
  baseline: 'openapi-fetch',
  notes: [
    'Fresh Node processes, one at a time; "p50 ms" is the time of import() alone.',
    'By name, as programs do: to find a package is most of the time of a small one.',
    'More per second is better: twice the time of openapi-fetch is 0.5.',
  ],
  async setUp() {
    return ['openapi-fetch', '@tradepost/sdk', 'stripe', 'octokit'].map(importing);
  },
};
