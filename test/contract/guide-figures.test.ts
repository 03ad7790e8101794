import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOLERANCE_SECONDS } from '../../sdk/src/webhooks/verification/verify.ts';
import { RETENTION_DAYS as REFUSED_DAYS } from '../../server/accounts/request-log/retention.ts';
import { PLANS } from '../../server/accounts/tenants/plans.ts';
import { WARNED_PERCENT } from '../../server/accounts/tenants/storage.ts';
import { MAX_FAILURES } from '../../server/api/authentication/failed-authentications.ts';
import { RETENTION_HOURS } from '../../server/api/idempotency/idempotency.ts';
import { MAX_REQUESTS_PER_TENANT, MAX_UNREAD_BYTES } from '../../server/api/limits/concurrency-limit.ts';
import { MAX_EXPORTS_PER_TENANT } from '../../server/api/streaming/stream-list.ts';
import { COST_PER_VALUE } from '../../server/api/validation/validate.ts';
import { bundle, operationById, problems } from '../../server/base/contract.ts';
import { MAX_WAIT_MS } from '../../server/base/counters/fair-semaphore.ts';
import {
  CENTS_DECIMALS,
  KEPT_DIGITS,
  MAX_CENTS,
  PRICE_DECIMALS,
  QUANTITY_DECIMALS,
} from '../../server/base/money.ts';
import { MAX_ISSUES, MAX_PROBLEM_BYTES } from '../../server/base/problems/problem-size.ts';
import { REPORT_STATEMENT_MS, SENDING_MS } from '../../server/db/pool/report-database.ts';
import { MAX_PAGE_BYTES } from '../../server/db/sql/page-bytes.ts';
import { BYTES_PER_NODE, MAX_DEPTH } from '../../server/http/body/json-limits.ts';
import { MAX_BODY_BYTES } from '../../server/http/body/read-body.ts';
import { READ_BEFORE } from '../../server/http/body/refuse-fine-values.ts';
import { RESPONSE_STALLED_MS, requestTimeouts } from '../../server/http/connection/create-server.ts';
import { MAX_CHANGES } from '../../server/trade/orders/change/write-change.ts';
import { MAX_PROMOTIONS } from '../../server/trade/orders/place/pricing-context.ts';
import { MAX_DAYS } from '../../server/trade/reports/report-range.ts';
import { MAX_ROWS } from '../../server/trade/reports/sales.ts';
import { PROBLEM_BYTES_PER_ROW } from '../../server/trade/resources/batch-result.ts';
import { REPORT_BATCH_ROWS } from '../../server/trade/resources/handler.ts';
import { BATCH_BUDGET, FULL_REPORT_MAX_COST } from '../../server/trade/resources/validation-budget.ts';
import { MAX_FAILING_DAYS } from '../../server/webhooks/endpoints/activation.ts';
import { MAX_HEADERS } from '../../server/webhooks/endpoints/rules/custom-headers.ts';
import { ROTATION_OVERLAP_HOURS } from '../../server/webhooks/endpoints/secrets.ts';
import { RETENTION_DAYS as EVENT_DAYS } from '../../server/webhooks/log/log-partitions.ts';
import { GONE } from '../../server/webhooks/queue/batch-completer.ts';
import { DEADLINE_MS } from '../../server/webhooks/send/http-post.ts';
import { MAX_WAIT_MS as RETRY_AFTER_MS } from '../../server/webhooks/send/rules/retry-after.ts';
import { createRetrySchedule } from '../../server/webhooks/send/rules/retry-schedule.ts';
import { MAX_BODY_BYTES as KEPT_BYTES } from '../../server/webhooks/send/stored-body.ts';
import { guides } from '../support/guides.ts';
import { figureText } from './guide-figures.ts';

interface Limits {
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
  readonly maxLength: number;
}
interface BatchSchema {
  readonly properties: { readonly items: { readonly maxItems: number } };
}
const { schemas, parameters } = bundle.components as unknown as {
  schemas: Record<string, Limits & BatchSchema>;
  parameters: Record<string, { schema: Limits }>;
};
const { engines } = JSON.parse(readFileSync(new URL('../../sdk/package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
};
const lintRule = readFileSync(new URL('../../openapi/lint/deprecation-dates.js', import.meta.url), 'utf8');
const eventsFile = readFileSync(new URL('../../openapi/events.yaml', import.meta.url), 'utf8');

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const KILO = 1000;
const { headersMs, requestMs } = requestTimeouts;
const { maxAttempts, waitsMs } = createRetrySchedule({});
const waits = waitsMs.map((ms) => (ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`));
/** `9 999 999 999.99` */
const spaced = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+(?=\.))/g, ' ');
const maxAmount = spaced(`${MAX_CENTS}`.replace(/(\d\d)$/, '.$1'));
const failing = `${MAX_FAILURES} requests per minute`;
const stalled = `${RESPONSE_STALLED_MS / SECOND_MS} s`;
const eventsKept = `${EVENT_DAYS} days`;
const { Limit, IdempotencyKey } = parameters;
const orderLines = (
  bundle.components.schemas as Record<string, { properties: Record<string, { maxItems: number }> }>
).OrderQuote!.properties.items!.maxItems;
const houseNumber = (bundle.components.schemas as Record<string, { properties: Record<string, Limits> }>)
  .Address!.properties.number!;

/** Measured by `npm run program reports`; see docs/decisions/sales-reports.md. */
const MEASURED =
  'With 1 000 000 orders of 3 lines each, a report of all of them took 4 s of processor time by product, and 1 s or less by the others';

/** What each chapter says, put together from where the figures come from. The Portuguese has the same figures as the English. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  authentication: [],
  'rate-limits': [
    ...Object.entries(PLANS).map(([name, { api_rate_limit_rpm }]) => `| ${name} | ${api_rate_limit_rpm} |`),
    ...Object.entries(PLANS).map(
      ([name, { stored_bytes_limit }]) => `| ${name} | ${stored_bytes_limit / 1e9} |`,
    ),
    `at ${WARNED_PERCENT} %`,
    `count for ${eventsKept}`,
    `${MAX_REQUESTS_PER_TENANT} requests, ${MAX_EXPORTS_PER_TENANT} of them exports`,
    `${MAX_UNREAD_BYTES / KILO / KILO} MB of responses to read`,
    `for up to ${MAX_WAIT_MS / SECOND_MS} s`,
    `more than ${failing}`,
    `body of a request | ${MAX_BODY_BYTES / KILO} kB`,
    `body of a batch | ${operationById('batchProducts').maxBodyBytes! / KILO / KILO} MB`,
    `one per ${BYTES_PER_NODE} bytes`,
    `| ${MAX_DEPTH} levels`,
    `headers have arrived | ${headersMs / SECOND_MS} s`,
    `whole request has arrived | ${requestMs / SECOND_MS} s`,
    `don't read | ${stalled}`,
  ],
  'pagination-and-sync': [
    `${Limit!.schema.default} unless you say otherwise, and at most ${Limit!.schema.maximum}`,
    `a page ends before ${MAX_PAGE_BYTES / KILO / KILO} MB`,
    `Events are kept for at least ${eventsKept}`,
    `up to ${eventsKept}`,
  ],
  writing: [
    `up to ${schemas.ProductBatch!.properties.items.maxItems} rows`,
    `for the last ${MAX_CHANGES} changes`,
    `up to ${schemas.StockAdjustmentBatch!.properties.items.maxItems} rows`,
  ],
  idempotency: [
    `up to ${IdempotencyKey!.schema.maxLength} visible ASCII characters`,
    `For ${RETENTION_HOURS} h`,
    `After ${RETENTION_HOURS} h`,
  ],
  'conditional-requests': ['starting at 1'],
  errors: [
    `up to ${FULL_REPORT_MAX_COST / KILO} kB of text or ${FULL_REPORT_MAX_COST / COST_PER_VALUE} values`,
    `at once, up to ${MAX_ISSUES}`,
    `${BATCH_BUDGET / FULL_REPORT_MAX_COST} times that size`,
    `at most ${MAX_PROBLEM_BYTES / 1024} kB`,
    `or ${PROBLEM_BYTES_PER_ROW} bytes`,
    `For ${REFUSED_DAYS} days`,
  ],
  'money-and-quantities': [
    `at most ${CENTS_DECIMALS} decimals`,
    `largest amount is ${maxAmount}`,
    `at most ${KEPT_DIGITS} digits`,
    "0.1 + 0.2 isn't 0.3",
    `at most ${PRICE_DECIMALS} decimals and at most ${KEPT_DIGITS} significant digits`,
    'before 0.2.0',
    `more than ${READ_BEFORE.price} decimals and quantities with more than ${READ_BEFORE.quantity}`,
    `at most ${QUANTITY_DECIMALS} decimals`,
    `up to ${spaced(String(schemas.Quantity!.maximum))}`,
    `from ${schemas.Id!.minimum} to ${schemas.Id!.maximum}`,
  ],
  'payments-and-returns': [],
  'importing-history': [`up to ${schemas.OrderImport!.properties.items.maxItems} orders`, `stops at 0`],
  'invoice-fields': ['In 2026'],
  exports: [
    `nothing for ${stalled}`,
    `At most ${MAX_EXPORTS_PER_TENANT} exports`,
    `covers at most ${MAX_DAYS} days`,
    `at most ${spaced(`${MAX_ROWS}.`).slice(0, -1)} rows`,
    `longer than ${REPORT_STATEMENT_MS / SECOND_MS} s`,
    `more than ${REPORT_BATCH_ROWS} rows`,
    `within ${SENDING_MS / SECOND_MS} s`,
    MEASURED,
  ],
  versioning: [`at least ${/Give (\d+) months/.exec(lintRule)![1]} months`, 'since 1970', 'version 1.0.0'],
  'from-0-1-to-0-2': [
    '# From 0.1 to 0.2',
    'written for 0.1',
    ...Array.from({ length: 4 }, () => '| in 0.1 | in 0.2 |'),
    `up to ${PRICE_DECIMALS} decimals`,
    `| ${READ_BEFORE.quantity} decimals | up to ${QUANTITY_DECIMALS} decimals`,
    'E.164',
    `up to 500 | up to ${orderLines}`,
    `up to 20 characters | up to ${houseNumber.maxLength} characters`,
    'process of 0.1',
  ],
  webhooks: [
    `more than ${TOLERANCE_SECONDS} s`,
    `Respond within ${/aim for (\d+) s/.exec(eventsFile)![1]} s; after ${DEADLINE_MS / SECOND_MS} s`,
    `first ${KEPT_BYTES / 1024} kB`,
    `There are ${maxAttempts} attempts`,
    `Retries come ${waits[0]}, ${waits[1]}, ${waits[2]} and ${waits[3]} after`,
    `goes on with ${waits[4]}`,
    `at most ${RETRY_AFTER_MS / HOUR_MS} h away`,
    `for ${MAX_FAILING_DAYS} days`,
    `for at least ${eventsKept}`,
    `For ${ROTATION_OVERLAP_HOURS} h`,
    `up to ${MAX_HEADERS} per endpoint`,
    `A ${GONE} switches`,
    `A ${GONE} to a test`,
  ],
  sdk: [`Node ${/\d+/.exec(engines.node)![0]} or later`],
  totals: [
    `At most ${MAX_PROMOTIONS} are tried: the first ${MAX_PROMOTIONS} candidates`,
    `order's subtotal above ${maxAmount}`,
    `A total above ${maxAmount}`,
  ],
};

/** The worked examples have many figures, which test/server/orders/total-examples.test.ts computes. */
const WITH_EXAMPLES = ['totals'];
const statuses = new Set([
  200,
  201,
  304,
  500,
  502,
  503,
  504,
  ...Object.values(problems).map(({ status }) => status),
]);

it('has an entry for each chapter', () => {
  expect(Object.keys(FIGURES).sort()).toEqual(Object.keys(guides.en).sort());
});

it.each(Object.entries(FIGURES))(
  '%s has no figure but those of the code and the contract',
  (slug, expected) => {
    let text = figureText(guides.en[slug]!);
    for (const phrase of expected) {
      expect(text).toContain(phrase);
      text = text.replace(phrase, '');
    }
    if (WITH_EXAMPLES.includes(slug)) return;
    const left =
      text.replaceAll(/RFC \d+|UTF-8|U\+0000|SHA256|\b[2345]xx\b/g, '').match(/\d+(?:[ .]\d+)*/g) ?? [];
    expect(left.filter((figure) => !statuses.has(Number(figure)))).toEqual([]);
  },
);

it('keeps refused requests for as long as the contract says', () => {
  const said = [...JSON.stringify(bundle).matchAll(/\(Requisições\) for (\d+) days/g)].map(
    ([, days]) => days,
  );
  expect(new Set(said)).toEqual(new Set([String(REFUSED_DAYS)]));
});
