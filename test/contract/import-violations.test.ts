import { describe, expect, it } from 'vitest';
import { importViolations } from './import-rules.ts';
import { importsOf } from './read-imports.ts';

describe('a violation is found where', () => {
  const line = 'a file has a line';
  const outbox = 'but the outbox';
  const rule = 'a rule does no I/O';
  const violations: [what: string, rule: string, file: string, text: string][] = [
    [
      'a store imports HTTP',
      'a store does not know HTTP',
      'server/products/store.ts',
      "import { pathOf } from '../http/request-context.ts';",
    ],
    [
      'a store imports types of express',
      'a store does not know HTTP',
      'server/products/store.ts',
      "import type { Request } from 'express';",
    ],
    [
      'a feature imports orders',
      line,
      'server/products/store.ts',
      "import { totalsOf } from '../orders/totals.ts';",
    ],
    ['the floor imports a feature', line, 'server/money.ts', "import { isGtin } from './products/gtin.ts';"],
    [
      'the floor imports the context',
      line,
      'server/handler.ts',
      "import type { Context } from './context.ts';",
    ],
    [
      'the context imports a store',
      line,
      'server/context.ts',
      "import { insertTenant } from './tenants/store.ts';",
    ],
    ['HTTP imports the app', line, 'server/http/api.ts', "import { createApp } from '../app.ts';"],
    ['a file has no line', line, 'server/utils/text.ts', 'export {};'],
    ['a file without a line is imported', line, 'server/money.ts', "import { text } from './utils/text.ts';"],
    [
      'a handler imports another',
      'only operations',
      'server/orders/handlers.ts',
      "import { getProduct } from '../products/handlers.ts';",
    ],
    [
      'a resource imports the worker',
      outbox,
      'server/orders/store.ts',
      "import { Worker } from '../webhooks/worker.ts';",
    ],
    [
      'a resource imports types of deliveries',
      outbox,
      'server/stock/store.ts',
      "import type { Claimed } from '../webhooks/claim.ts';",
    ],
    ['a rule reads a file', rule, 'server/orders/totals.ts', "import { readFileSync } from 'node:fs';"],
    [
      'a rule runs a store',
      rule,
      'server/orders/resolve-lines.ts',
      "import { findOrder } from './store.ts';",
    ],
    [
      'the server imports the SDK',
      'do not know each other',
      'server/webhooks/send/signature.ts',
      "import { verify } from '@tradepost/sdk/webhooks';",
    ],
    [
      'the SDK imports the server',
      'do not know each other',
      'sdk/src/http.ts',
      "import type { Caller } from '../../server/handler.ts';",
    ],
    [
      'the SDK runs the contract',
      'types alone',
      'sdk/src/http.ts',
      "import { paths } from '../../generated/openapi.ts';",
    ],
    [
      'the SDK imports the making of the contract',
      'the sdk imports',
      'sdk/src/http.ts',
      "import { a } from '../../openapi/lint/operations.js';",
    ],
    [
      'a handler goes past the contract',
      'only the floor',
      'server/products/handlers.ts',
      "import type { paths } from '../../generated/openapi.ts';",
    ],
    [
      'the server imports a test',
      'shipped',
      'server/service.ts',
      "import { openTestEnvironment } from '../test/support/environment.ts';",
    ],
    [
      'the contract is made with the server',
      'stands alone',
      'openapi/generate.ts',
      "import { bundle } from '../server/contract.ts';",
    ],
  ];
  it.each(violations)('%s', (_what, words, file, text) => {
    expect(importViolations(importsOf(file, text))).toContainEqual(expect.stringContaining(words));
  });

  it('two files import each other', () => {
    const one = importsOf('server/db/a.ts', "import type { B } from './b.ts';");
    const two = importsOf('server/db/b.ts', "import { a } from './a.ts';");
    expect(importViolations([...one, ...two])).toEqual(['a circle: server/db/a > server/db/b > server/db/a']);
  });

  it('and nowhere else', () => {
    const sound =
      "import type { Caller } from '../handler.ts';\nimport { toCents } from '../money.ts';\nimport pg from 'pg';";
    expect(importViolations(importsOf('server/orders/place-order.ts', sound))).toEqual([]);
  });
});
