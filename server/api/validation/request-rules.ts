import type { Operation, OperationId, Schemas } from '../../base/contract.ts';
import { addressIssues } from '../../base/formats/normalize-addresses.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';
import { type Sound, soundBody } from '../../base/problems/sound-body.ts';
import { customerIssues } from '../../trade/customers/issues.ts';
import { contradictions, timeIssues } from '../../trade/orders/import/rules/entry-issues.ts';
import { agreedPriceIssues } from '../../trade/orders/rules/agreed-amounts.ts';
import { chargedLineIssues } from '../../trade/orders/rules/charges.ts';
import { fiscalDocumentIssues } from '../../trade/orders/rules/fiscal-document.ts';
import { recipientIssues } from '../../trade/orders/rules/order-details.ts';
import { pastTimeIssues } from '../../trade/orders/rules/past-time.ts';
import { returnedLineIssues } from '../../trade/orders/rules/returned-quantities.ts';
import { periodIssues } from '../../trade/pricing/rules/validity.ts';
import { rangeIssues } from '../../trade/reports/report-range.ts';
import type { ApiRequest, RequestBody } from '../../trade/resources/handler.ts';
import { dialectIssues, exportIssues } from './export-issues.ts';

/** A request, without what has an issue already. */
interface SoundRequest<K extends OperationId> {
  readonly body: Sound<RequestBody<K>>;
  readonly query: Partial<ApiRequest<K>['query']>;
}

/** The same of any operation. */
interface AnySoundRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: object;
  readonly body: object | undefined;
}

interface Circumstances {
  readonly nowMs: number;
  /** Whether the request has other issues. What may be right because of what is stored is then listed with them. */
  readonly isRefused: boolean;
}

type Rule<K extends OperationId> = (request: SoundRequest<K>, at: Circumstances) => ValidationIssue[];

/**
 * What the schemas can't say, and needs no database: it is found together with what they say. Members that the client left out or that
 * have an issue are undefined, so a rule only looks at what is there. What depends on stored rows is left to the handlers.
 */
const RULES: { readonly [K in OperationId]?: Rule<K> } = {
  createCustomer: ({ body }) => customerIssues(body, []),
  updateCustomer: ({ body }, at) => changedCustomer(body, at),
  upsertCustomer: ({ body }, at) => changedCustomer(body, at),
  createCoupon: ({ body }) => periodIssues(body),
  updateCoupon: ({ body }) => periodIssues(body),
  upsertCoupon: ({ body }) => periodIssues(body),
  createPromotion: ({ body }) => periodIssues(body),
  updatePromotion: ({ body }) => periodIssues(body),
  upsertPromotion: ({ body }) => periodIssues(body),
  createPriceTable: ({ body }) => periodIssues(body),
  updatePriceTable: ({ body }) => periodIssues(body),
  upsertPriceTable: ({ body }) => periodIssues(body),
  createOrder: ({ body }, { nowMs }) => newOrder(body, nowMs),
  quoteOrder: ({ body }, { nowMs }) => newOrder(body, nowMs),
  updateOrder: ({ body }, at) => changedOrder(body, at),
  // Of a row: it's what importOrders is validated with.
  importOrders: ({ body }, at) => importedOrder(body as Sound<Schemas['OrderImportItem']>, at),
  validateCoupon: ({ body }) => agreedPriceIssues(body.items),
  addOrderPayment: ({ body }, { nowMs }) => pastTimeIssues(body.paid_at, '#/paid_at', nowMs),
  addOrderRefund: ({ body }, { nowMs }) => pastTimeIssues(body.refunded_at, '#/refunded_at', nowMs),
  addOrderReturn: ({ body: { items, refund } }, { nowMs }) => [
    ...returnedLineIssues(items),
    ...pastTimeIssues(refund?.refunded_at, '#/refund/refunded_at', nowMs),
  ],
  addDeliveryAttempt: ({ body }, { nowMs }) => pastTimeIssues(body.at, '#/at', nowMs),
  getSalesReport: ({ query }) => [...rangeIssues(query), ...dialectIssues(query, 'json')],
};

/** A resource that is named by its external id has the rules of the one that is named by its own. Where there are rows, each has them. */
const ruleOf = ({ id, hasRows }: Operation) =>
  hasRows
    ? undefined
    : (RULES[id.replace(/ByExternalId$/, '') as OperationId] as
        | ((request: AnySoundRequest, at: Circumstances) => ValidationIssue[])
        | undefined);

const isExport = ({ exportedList }: Operation): boolean => exportedList !== undefined;

export const hasRules = (operation: Operation): boolean =>
  operation.method === 'put' || isExport(operation) || ruleOf(operation) !== undefined;

/** The issues that the rules find in a request of any operation. */
function ruleIssues(operation: Operation, request: AnySoundRequest, at: Circumstances): ValidationIssue[] {
  const ofIds = operation.method === 'put' ? externalIdIssues(request) : [];
  const ofExports = isExport(operation) ? exportIssues(operation.id, request.query) : [];
  return [...ofIds, ...ofExports, ...(ruleOf(operation)?.(request, at) ?? [])];
}

/** A PUT that names its resource twice, and differently. A PATCH may give it another external id. */
function externalIdIssues({ path, body }: AnySoundRequest): ValidationIssue[] {
  const { external_id } = (body ?? {}) as { readonly external_id?: unknown };
  if (external_id === undefined || path.external_id === undefined || external_id === path.external_id)
    return [];
  return [{ pointer: '#/external_id', code: 'const', detail: 'must be left out or equal that of the path' }];
}

/** Addresses that the customer already has aren't refused. They are known only where its row is. */
function changedCustomer(body: Sound<Schemas['CustomerUpdate']>, { isRefused }: Circumstances) {
  const { addresses: _, ...others } = body;
  const certain = customerIssues(others, []);
  return isRefused || certain.length > 0 ? customerIssues(body, []) : [];
}

function newOrder(
  body: Sound<Omit<Schemas['OrderCreate'], 'customer_id'>>,
  nowMs: number,
  isRecord = false,
): ValidationIssue[] {
  return [
    ...addressIssues(body.shipping?.address, [], '#/shipping/address'),
    ...recipientIssues(body.shipping?.address),
    ...fiscalDocumentIssues(body.fiscal_document, nowMs, isRecord),
    ...pastTimeIssues(body.placed_at, '#/placed_at', nowMs),
    ...agreedPriceIssues(body.items),
    ...chargedLineIssues(body.charges, body.items),
  ];
}

/** What happened to an order is only looked at if nothing else is wrong with it. */
function importedOrder(body: Sound<Schemas['OrderImportItem']>, { nowMs, isRefused }: Circumstances) {
  const { placed_at: _, ...order } = body;
  const issues = newOrder(order, nowMs, true);
  if (isRefused || issues.length > 0) return issues;
  const item = body as Schemas['OrderImportItem'];
  return [...timeIssues(item, nowMs), ...contradictions(item)];
}

/** Here it's the address that the order already has, and its lines if the request has none. */
function changedOrder(body: Sound<Schemas['OrderUpdate']>, { nowMs, isRefused }: Circumstances) {
  const certain = [
    ...recipientIssues(body.shipping?.address),
    ...fiscalDocumentIssues(body.fiscal_document, nowMs),
    ...agreedPriceIssues(body.items),
    ...chargedLineIssues(body.charges, body.items),
  ];
  const address =
    isRefused || certain.length > 0 ? addressIssues(body.shipping?.address, [], '#/shipping/address') : [];
  return [...certain, ...address];
}

// One response lists what all stages of the validation find. Where an earlier one has found something, a later one has nothing to say.

type Issues = readonly ValidationIssue[];

export function withoutRepeats(...stages: readonly Issues[]): Issues {
  const found: ValidationIssue[] = [];
  for (const stage of stages) found.push(...stage.filter((issue) => !found.some(isAt(issue))));
  return found;
}

const isAt =
  ({ pointer, parameter, header }: ValidationIssue) =>
  (other: ValidationIssue): boolean =>
    other.pointer === pointer && other.parameter === parameter && other.header === header;

interface SentRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: object;
  readonly body: unknown;
}

/** Adds the issues that our own rules of an operation that has some find in what has none so far. */
export function withRuleIssues(
  operation: Operation,
  { path, query, body }: SentRequest,
  found: Issues,
  nowMs: number,
): Issues {
  const isRefused = found.length > 0;
  const sound = isRefused ? soundBody(body, found) : body;
  const isObject = typeof sound === 'object' && sound !== null && !Array.isArray(sound);
  if (operation.hasBody && !isObject) return found;
  const soundOnly = isRefused ? soundQuery(query, found) : query;
  const request = { path, query: soundOnly, body: isObject ? sound : undefined };
  return withoutRepeats(found, ruleIssues(operation, request, { nowMs, isRefused }));
}

function soundQuery(query: object, found: Issues): object {
  const wrong = new Set(found.map(({ parameter }) => parameter));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.has(name)));
}
