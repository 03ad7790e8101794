import type { Program } from './programs.ts';

export const proofs: readonly Program[] = [
  {
    name: 'oracle',
    shows:
      '10 000 random carts, each cent compared with two oracles written from the contract, quoted, ordered and changed',
    takes: '5 min',
    tests: ['test/server/pricing/cart-oracle.test.ts', 'test/server/pricing/order-oracle.test.ts'],
    env: { TRADEPOST_ORACLE_CARTS: '10000' },
  },
  {
    name: 'fuzz',
    shows: '100 000 generated requests, right and wrong, each response checked',
    options: '[--runs N] [--seed N]',
    takes: '8 min',
    file: ['fuzz/fuzz.ts'],
  },
  {
    name: 'chaos',
    shows: 'kills workers, services and PostgreSQL 500 times and looks for anything lost or doubled',
    takes: '20 min',
    file: ['chaos/chaos.ts'],
  },
  {
    name: 'cluster-costs',
    shows:
      "PostgreSQL's CPU time of a GET, a list, an order and a claim, on one and on clusters of Citus of 1, 2 and 3 machines",
    needs: "Debian's PostgreSQL with Citus, and a machine that does nothing else",
    takes: '5 min',
    tests: ['test/citus/costs.test.ts'],
    env: { TRADEPOST_CITUS_COSTS: '1' },
  },
  {
    name: 'failover',
    shows:
      'kills the primary ten times under load and promotes its standby: nothing acknowledged is lost, and writes go on within 30 s. A second standby then follows the new primary',
    needs: "Debian's postgresql",
    takes: '3 min',
    tests: ['test/server/database/failover.test.ts', 'test/server/database/replica-failover.test.ts'],
    env: { TRADEPOST_FAILOVERS: '10' },
  },
  {
    name: 'upgrade',
    shows:
      'the last two releases with schemas of their own, built from the history, take orders on the schema of this checkout',
    options: '[COMMIT…]',
    needs: 'a full clone',
    takes: '2 min',
    file: ['upgrade/upgrade.ts'],
  },
  {
    name: 'rolling',
    shows:
      'restarts two services, built as they are shipped, behind haproxy while 20 clients place orders: no error, no response lost',
    options: '[RESTARTS [SERVE-OPTIONS…]]',
    needs: 'haproxy',
    takes: '6 min',
    file: ['rolling/rolling.ts'],
  },
  {
    name: 'soak',
    shows:
      'reads, writes and deliveries with faults that every process survives: memory and latency stay flat, nothing is lost, limits count on',
    options: '[MINUTES]',
    needs: 'a machine that does nothing else, redis-server',
    takes: '35 min',
    file: ['soak/soak.ts'],
  },
  {
    name: 'erp',
    shows:
      "an ERP's nightly program, twice: 3 000 products, 500 orders, payments and refunds on a Basic key, without a 429",
    options: '[--products N] [--orders N]',
    needs: 'npm start in another terminal',
    takes: '25 min',
    file: ['erp/erp.ts'],
  },
  {
    name: 'smoke',
    shows: 'an order and its webhook, on the services in TRADEPOST_URL, by default that of npm start',
    takes: '1 min',
    file: ['smoke/smoke.ts'],
  },
  {
    name: 'capacity',
    shows:
      'what an order, an event and a delivery take of disk, of WAL and of processor time, and 100 million deliveries',
    options: '[ORDERS]',
    needs: 'taskset',
    takes: '3 min',
    first: ['build:server'],
    file: ['capacity/capacity.ts'],
  },
  {
    name: 'growth',
    shows:
      'what claims, requests and pages cost with ten million deliveries, a million orders or a thousand tenants, and with few',
    options:
      '[deliveries|pages|orders|tenants COUNT] [--rounds N] [--seconds N] [--short] [--shared-limits] [--connections N]',
    needs: '20 GB of disk, wrk, taskset',
    takes: '20 min',
    first: ['build:server'],
    file: ['growth/growth.ts'],
  },
  {
    name: 'recovery',
    shows: 'a recovery over ten million events, over a kill and a stop: its statements, memory and pace',
    options: '[EVENTS]',
    needs: '10 GB of disk',
    takes: '15 min',
    file: ['recovery/recovery-large.ts'],
  },
  {
    name: 'reports',
    shows: 'sales reports of a million orders: their time, response and memory',
    options: '[ORDERS]',
    needs: '5 GB of disk',
    takes: '10 min',
    file: ['reports/report-large.ts'],
  },
  {
    name: 'docs',
    shows: 'Swagger UI tries every operation with each of its examples',
    needs: 'chromium',
    takes: '5 min',
    tests: ['--project', 'browser', 'test/server/http/docs.browser.test.ts'],
    env: { TRADEPOST_ALL_OPERATIONS: '1' },
  },
  {
    name: 'mutants',
    shows: 'builds of the service with a mistake each, which the checks of chaos find',
    takes: '3 min',
    tests: ['test/programs/chaos/mutated-builds.test.ts'],
    env: { TRADEPOST_ALL_MUTANTS: '1' },
  },
  {
    name: 'curl',
    shows: 'the commands of all /docs/workflows, with curl',
    tests: ['test/server/http/docs/workflow-curl.test.ts'],
    env: { TRADEPOST_ALL_WORKFLOWS: '1' },
  },
  {
    name: 'looks',
    shows: 'axe and the layout of every page of the panel, in each language, size and theme',
    needs: 'chromium',
    takes: '5 min',
    tests: ['--project', 'browser', 'test/panel/pages.browser.test.ts'],
    env: { TRADEPOST_ALL_LOOKS: '1' },
  },
  {
    name: 'guesses',
    shows:
      'guesses a thousand passwords from one network and from a thousand, and counts those that are checked',
    takes: '1 min',
    tests: ['test/panel/login-throttling.test.ts'],
    env: { TRADEPOST_GUESSES: '1000' },
  },
  {
    name: 'sdk-kills',
    shows: 'kills a program that follows the feed, and one with an inbox, 100 times each: no event is missed',
    takes: '5 min',
    tests: ['test/sdk/feed/kills.test.ts', 'test/sdk/inbox/kills.test.ts'],
    env: { TRADEPOST_KILLS: '100' },
  },
];
