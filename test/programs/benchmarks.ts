import type { Program } from './programs.ts';

const BUILT = ['build:server'];
const WITH_PEERS = ['build:server', 'bench:install'];
const NPM = "npm's registry";
const WRK = 'wrk, taskset';

export const benchmarks: readonly Program[] = [
  {
    name: 'bench',
    shows:
      'the requests of 1 000 tenants beside Fastify, bare Node and pgbench: the table of docs/performance.md',
    options:
      '[ROW…] [--rounds N] [--seconds N] [--short] [--products N] [--against dist/server/cli.js] [--no-peers]',
    needs: `${WRK}, pgbench`,
    takes: '25 min',
    first: WITH_PEERS,
    file: ['bench/bench.ts'],
  },
  {
    name: 'bench:webhooks',
    shows:
      'draining deliveries beside BullMQ, graphile-worker and pg-boss, the latency of one, a log of a million',
    options: '[--short] [--rounds N] [--only drain|latency|finished]',
    needs: 'redis-server',
    takes: '20 min',
    first: WITH_PEERS,
    file: ['bench/webhooks.ts'],
  },
  {
    name: 'bench:fairness',
    shows: 'what hanging endpoints cost the others',
    options: '[--rounds N]',
    first: BUILT,
    file: ['bench/webhooks-fairness.ts'],
  },
  {
    name: 'bench:neighbours',
    shows: "what one tenant feels of another's batches, writes and lists",
    options: '[--server dist/server/cli.js]',
    takes: '1 min',
    first: BUILT,
    file: ['bench/neighbours.ts'],
  },
  {
    name: 'bench:large-pages',
    shows: 'what one tenant feels of another whose orders have 440 kB each, and the memory',
    options: '[--server dist/server/cli.js]',
    takes: '2 min',
    first: BUILT,
    file: ['bench/large-pages.ts'],
  },
  {
    name: 'bench:processes',
    shows: 'serve --processes 2 beside one process, for requests that keep Node busy',
    needs: WRK,
    takes: '3 min',
    first: BUILT,
    file: ['bench/processes.ts'],
  },
  {
    name: 'bench:start',
    shows:
      'CPU, time and memory of a start until it is ready: at most three times that of --help in npm test',
    options: '[--against COMMIT]',
    needs: 'git',
    takes: '1 min',
    file: ['bench/start.ts'],
  },
  {
    name: 'bench:hostile',
    shows: 'the worst body of every operation: fails above 20 × JSON.parse or 20 × its size',
    options: '[OPERATION…]',
    takes: '25 min',
    file: ['bench/hostile.ts'],
  },
  {
    name: 'bench:request-log',
    shows: 'what recording refused requests costs: at most 3 % is allowed',
    needs: WRK,
    takes: '2 min',
    first: BUILT,
    file: ['bench/request-log.ts'],
  },
  {
    name: 'bench:streaming',
    shows: 'a million rows as NDJSON and CSV, and their memory',
    first: BUILT,
    file: ['bench/streaming.ts'],
  },
  {
    name: 'bench:sdk',
    shows: 'size, import and CPU time of the client beside openapi-fetch, stripe and octokit',
    first: ['build', 'bench:install'],
    file: ['bench/sdk.ts'],
  },
  {
    name: 'bench:receiver',
    shows: 'the receiver beside a bare HMAC',
    first: ['build'],
    file: ['bench/receiver.ts'],
  },
  {
    name: 'bench:strapi',
    shows: "the list of products beside Strapi's, whose 1 400 packages npm installs only for it",
    needs: `${NPM}, ${WRK}`,
    takes: '5 min',
    first: ['build:server', 'bench:strapi:install'],
    file: ['bench/platforms.ts', 'strapi'],
  },
  {
    name: 'bench:directus',
    shows: "the same beside Directus's, with the newer Node that it needs, on x64",
    needs: `${NPM}, ${WRK}, a C++ compiler`,
    takes: '7 min',
    first: ['build:server', 'bench:directus:install'],
    file: ['bench/platforms.ts', 'directus'],
  },
];
