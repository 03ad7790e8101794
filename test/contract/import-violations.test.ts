import { describe, expect, it } from 'vitest';
import { importViolations } from './import-rules.ts';
import { importsOf } from './read-imports.ts';

describe('importViolations reports that', () => {
  const layer = 'a file belongs to a layer';
  const outbox = 'except the outbox';
  const pure = 'a pure file does no I/O';
  const violations: [what: string, rule: string, file: string, text: string][] = [
    [
      'a store imports HTTP',
      'a store does not import HTTP',
      'server/products/store.ts',
      "import { pathOf } from '../http/request-context.ts';",
    ],
    [
      'a store imports types of express',
      'a store does not import HTTP',
      'server/products/store.ts',
      "import type { Request } from 'express';",
    ],
    [
      'a feature imports orders',
      layer,
      'server/products/store.ts',
      "import { totalsOf } from '../orders/totals.ts';",
    ],
    [
      'the base layer imports a feature',
      layer,
      'server/money.ts',
      "import { isGtin } from './products/gtin.ts';",
    ],
    [
      'the base layer imports the context',
      layer,
      'server/handler.ts',
      "import type { Context } from './context.ts';",
    ],
    [
      'the context imports a store',
      layer,
      'server/context.ts',
      "import { insertTenant } from './tenants/store.ts';",
    ],
    ['HTTP imports the app', layer, 'server/http/api.ts', "import { createApp } from '../app.ts';"],
    ['a file belongs to no layer', layer, 'server/utils/text.ts', 'export {};'],
    [
      'a file outside all layers is imported',
      layer,
      'server/money.ts',
      "import { text } from './utils/text.ts';",
    ],
    [
      'a handler imports another handler',
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
    [
      'a pure file reads from disk',
      pure,
      'server/orders/totals.ts',
      "import { readFileSync } from 'node:fs';",
    ],
    [
      'a pure file imports a store',
      pure,
      'server/orders/resolve-lines.ts',
      "import { findOrder } from './store.ts';",
    ],
    [
      'the server imports the SDK',
      'do not import each other',
      'server/webhooks/send/signature.ts',
      "import { verify } from '@tradepost/sdk/webhooks';",
    ],
    [
      'the SDK imports the server',
      'do not import each other',
      'sdk/src/http.ts',
      "import type { Caller } from '../../server/handler.ts';",
    ],
    [
      'the SDK imports the generated types at run time',
      'only as types',
      'sdk/src/http.ts',
      "import { paths } from '../../generated/openapi.ts';",
    ],
    [
      'the SDK imports the contract tools',
      'the sdk imports',
      'sdk/src/http.ts',
      "import { a } from '../../openapi/lint/operations.js';",
    ],
    [
      'a handler imports the generated types',
      'only the base layer',
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
      'the contract tools import the server',
      'import only their own files',
      'openapi/generate.ts',
      "import { bundle } from '../server/contract.ts';",
    ],
  ];
  it.each(violations)('%s', (_what, words, file, text) => {
    expect(importViolations(importsOf(file, text))).toContainEqual(expect.stringContaining(words));
  });

  it('two files import each other in a cycle', () => {
    const one = importsOf('server/db/a.ts', "import type { B } from './b.ts';");
    const two = importsOf('server/db/b.ts', "import { a } from './a.ts';");
    expect(importViolations([...one, ...two])).toEqual([
      'an import cycle: server/db/a > server/db/b > server/db/a',
    ]);
  });
});

it('importViolations accepts imports from lower layers and packages', () => {
  const allowed =
    "import type { Caller } from '../handler.ts';\nimport { toCents } from '../money.ts';\nimport pg from 'pg';";
  expect(importViolations(importsOf('server/orders/place-order.ts', allowed))).toEqual([]);
});
