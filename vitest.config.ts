import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sdk = (file: string): string => fileURLToPath(new URL(`sdk/src/${file}`, import.meta.url));

const adapters = (names: readonly string[], folder: string): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [`@tradepost/sdk/webhooks/${name}`, sdk(`webhooks/${folder}/${name}.ts`)]),
  );

// The longer name first: an alias matches the beginning of an import.
const alias = {
  ...adapters(['node', 'express', 'fetch'], 'adapters'),
  ...adapters(['memory', 'postgres', 'redis'], 'stores'),
  ...Object.fromEntries(
    ['file', 'postgres', 'redis'].map((name) => [
      `@tradepost/sdk/cursors/${name}`,
      sdk(`events/cursors/${name}.ts`),
    ]),
  ),
  '@tradepost/sdk/testing': sdk('testing/index.ts'),
  '@tradepost/sdk/webhooks/inbox': sdk('webhooks/inbox/index.ts'),
  '@tradepost/sdk/webhooks/testing': sdk('webhooks/testing/index.ts'),
  '@tradepost/sdk/webhooks': sdk('webhooks/index.ts'),
  '@tradepost/sdk': sdk('index.ts'),
};

/**
 * Where there is room, temporary files are in memory. A run creates and drops a thousand databases of 600 files each, and for each file
 * ext4 looks at all inodes that were deleted in the last five minutes: a seventh of the CPU time.
 */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 2 ** 30; // a run needs 2 GB
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find(([, place]) => place === folder)?.[3];
  // Docker's doesn't run programs, and tests of the SDK install some. Its usual 64 MB are too little anyway.
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
if (process.env.TMPDIR === undefined && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY;

/** `npm run test:package`: they install other compilers, other runtimes and generated clients, and so need a network. */
const PACKAGE = [
  'test/sdk/package.test.ts',
  'test/sdk/packed-client.test.ts',
  'test/sdk/readme.test.ts',
  'test/sdk/recipes.test.ts',
  'test/sdk/other-runtimes.test.ts',
  'test/contract/served-document.test.ts',
  'test/generators/typescript.test.ts',
];

/**
 * `npm run test:tools`: what checks and measures the project. They start compilers, linters and processes for each mistake that a tool has
 * to find, and fail only when a tool has changed.
 */
const TOOLS = [
  'test/contract/breaking-changes.test.ts',
  'test/contract/changed-values.test.ts',
  'test/contract/commands.test.ts',
  'test/contract/guide.test.ts',
  'test/contract/lint.test.ts',
  'test/programs/capacity/capacity.test.ts',
  'test/programs/fuzz/generators.test.ts',
  'test/programs/trace/trace.test.ts',
  'test/programs/workflows/mutations.test.ts',
];

/** Begins with packing the SDK, which several of the files need. */
const PACK = ['test/sdk/package/pack-once.ts'];

/** `npm run test:generators`: those for Python too, which take longer to install. */
const GENERATORS = ['test/generators/*.test.ts'];

/** `npm run test:prism`: it runs Prism, which it has installed. */
const PRISM = ['test/prism/prism.test.ts'];

/** `npm run test:workerd`: it downloads Cloudflare's runtime. */
const WORKERD = ['test/sdk/workerd.test.ts'];

/** `npm run test:browser`: they drive the panel and /docs in Chromium. */
const BROWSER = ['test/**/*.browser.test.ts'];

/** Not with `npm run test:partitioned`; docs/scaling.md says the same. */
const WHOLE_TABLES = process.env.TRADEPOST_PARTITIONED
  ? [
      // It runs migrations 028 and 034 again, and PostgreSQL creates no index concurrently on a divided table.
      'test/server/database/order-search-migration.test.ts',
      // PostgreSQL plans for its own partitions, and finds a plan for the values cheaper each time, since it leaves out three of four.
      'test/server/database/query-plans.test.ts',
    ]
  : [];

/** They look at what a whole process does: what it has loaded, its memory, every response and statement that it has seen. */
const ALONE = [
  'test/partitioned/one-shard.test.ts',
  'test/contract/walk.test.ts',
  'test/server/start/start-cpu.test.ts',
  'test/server/start/warm-up.test.ts',
];

/** Small files that take long. Vitest begins with the largest files, so at the end one worker would run these while the others wait. */
const SLOW = [
  'test/programs/chaos/chaos.test.ts',
  'test/programs/soak/soak.test.ts',
  'test/programs/capacity/capacity.test.ts',
  'test/programs/fuzz/fuzz.test.ts',
  'test/programs/rolling/rolling.test.ts',
  'test/programs/upgrade/upgrade.test.ts',
  'test/programs/trace/trace.test.ts',
  'test/server/orders/order-model.test.ts',
  'test/programs/recovery/large-recovery.test.ts',
  'test/panel/pages.browser.test.ts',
  'test/console/pages.browser.test.ts',
  'test/server/http/docs.browser.test.ts',
];

/**
 * A project's files stay together, since its workers end when a file of another project comes next. `alone` is first: it has few files
 * that take long, and at the end one of them would keep one worker while the others wait.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((file) => moduleId.endsWith(file));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const inTurn = projects.sort((a, b) => Number(b.name === 'alone') - Number(a.name === 'alone'));
    return inTurn.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

const project = (name: string, include: string[], options: object = {}) => ({
  resolve: { alias },
  test: {
    name,
    include,
    // Deadlines against a hang, with room for a machine that has a tenth of its speed for an hour.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Vitest's own second is too short for a machine that is busy with other things.
    expect: { poll: { timeout: 90_000 } },
    maxConcurrency: 3,
    ...options,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/support/database-server.ts'],
    // Tests mostly wait for PostgreSQL and for processes: two workers keep two cores only 60 % busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Files share a worker's modules: to load the server and compile the schemas takes 2 s, which each file would pay.
      project('tests', ['test/**/*.test.ts'], {
        // Packages of test/deploy/ bring tests of their own.
        exclude: [
          '**/node_modules/**',
          ...TOOLS,
          ...PACKAGE,
          ...BROWSER,
          ...GENERATORS,
          ...PRISM,
          ...WORKERD,
          ...ALONE,
          ...WHOLE_TABLES,
        ],
        isolate: false,
      }),
      project('alone', ALONE),
      project('tools', TOOLS, { isolate: false }),
      project('browser', BROWSER, { isolate: false }),
      project('package', PACKAGE, { globalSetup: PACK }),
      project('generators', GENERATORS),
      project('prism', PRISM),
      project('workerd', WORKERD, { globalSetup: PACK }),
    ],
  },
});
