import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sdk = (file: string): string => fileURLToPath(new URL(`sdk/src/${file}`, import.meta.url));

const adapters = (names: readonly string[], folder: string): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [`@tradepost/sdk/webhooks/${name}`, sdk(`webhooks/${folder}/${name}.ts`)]),
  );

export default defineConfig({
  resolve: {
    // The longer name first: an alias matches the beginning of an import.
    alias: {
      ...adapters(['node', 'express', 'fetch'], 'adapters'),
      ...adapters(['memory', 'postgres', 'redis'], 'stores'),
      '@tradepost/sdk/webhooks/testing': sdk('webhooks/testing/index.ts'),
      '@tradepost/sdk/webhooks': sdk('webhooks/index.ts'),
      '@tradepost/sdk': sdk('index.ts'),
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts'],
    // A machine with two busy cores: a test that drives real processes can take this long and still be right.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
