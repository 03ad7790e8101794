// The types of service-rules.js, as far as the fake uses it.
import type { Problem, ProblemCode, ProblemError } from '../../../generated/sdk-types.ts';
import type { SchemaIssue } from './schema-issues.ts';
import type { Operation } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Of an error: its place, its code and words. */
export type Issue = Partial<Omit<ProblemError, 'code' | 'detail'>> & {
  readonly code: string;
  readonly detail: string;
};

interface ProblemOptions {
  readonly errors?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: object;
}

export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;
  constructor(code: ProblemCode, detail: string, options?: ProblemOptions);
  body(requestId: string): Problem;
}

export function invalidReferences(issues: readonly Issue[]): ApiProblem;
export function invalidRequest(issues: readonly Issue[]): ApiProblem;
export function notFound(noun: string, parameter: string): ApiProblem;
export function problemAt(
  code: ProblemCode,
  pointer: string,
  issue: string,
  detail: string,
  members?: object,
): ApiProblem;
export function requireNoIssues(issues: readonly Issue[]): void;

// What is wrong with a request.
interface Rules {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: unknown;
}
type Normalize = ((value: unknown) => unknown) | undefined;
export function bodyNormalizer(operation: Operation): Normalize;
export function queryNormalizer(operation: Operation): Normalize;
export function timeNormalizer(operation: Operation): (search: string) => string;
export function parameterCheck(operation: Operation): (search: string, path: Fields) => Issue[];
export function entityTagIssues(
  operation: Operation,
  request: { get(name: string): string | undefined },
): Issue[];
export function issuesOf(
  operation: Operation,
  error: { status: number; errors: readonly SchemaIssue[] },
  body: unknown,
  query: unknown,
): Issue[];
export function withoutRepeats(...stages: readonly (readonly Issue[])[]): Issue[];
export function withRuleIssues(
  operation: Operation,
  request: Rules,
  found: readonly Issue[],
  nowMs: number,
): Issue[];
interface Format {
  readonly type: string;
  validate(value: unknown): boolean;
}
export const formats: Readonly<Record<string, Format>>;

// Versions.
interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}
export function etagOf(of: { version: number; documentRevision: number; part?: string | undefined }): string;
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean;
export function requireVersion(conditions: Preconditions, version: number): void;
export function requireNoVersion(conditions: Preconditions, noun: string): void;

// The catalogue, customers and prices.
interface ProductReference {
  readonly product_id?: number;
  readonly sku?: string;
  readonly external_id?: string;
}
interface NamedProduct {
  readonly id: number;
  readonly external_id: string | null;
}
export function productFinder<Product extends NamedProduct>(
  products: readonly Product[],
): (reference: Fields | ProductReference) => Product | undefined;
export function referenceIssue(at: string, reference: Fields | ProductReference): Issue;
export function adjustmentRefusal(productId: number, body: Fields, onHand: number): ApiProblem;
export function slugOf(name: string): string;
export function customerIssues(customer: Fields, addresses: unknown): Issue[];
export function normalizeAddress(address: unknown, stored: unknown): object;
export function normalizeStateRegistration(registration: unknown): unknown;
export function normalizeTaxId(customer: Fields): { readonly tax_id: string | null };
export function taxIdForms(text: unknown): string[];
export function periodIssues(row: Fields): Issue[];

// Orders. Amounts are in cents.
export interface PricedLine {
  readonly product: { readonly id: number; readonly sku: string };
  readonly agreed: { readonly discountCents: bigint } | null;
  readonly subtotalCents: bigint;
}
export interface Totals {
  readonly total: bigint;
  readonly charges: bigint;
}
interface Tables {
  readonly customer: unknown;
  readonly priceTables: readonly unknown[];
}
interface Reservation {
  readonly productId: number;
  readonly quantity: string;
  readonly allowBackorder: boolean;
}
export function orderDetails(body: Fields): Fields & { readonly placed_at: string | null };
export function resolveLines(
  items: unknown,
  products: readonly NamedProduct[],
  others: readonly Issue[],
): unknown[];
export function tablesToTry(context: Tables, priceTableId: number | null): unknown;
export function priceLines(lines: readonly unknown[], tables: unknown): PricedLine[];
export function requireSubtotalsInRange(lines: readonly PricedLine[]): void;
export function shareAgreedDiscount(
  cents: bigint,
  lines: readonly { productId: number }[],
  remaining: readonly bigint[],
): bigint[];
export function totalsOf(
  subtotals: readonly bigint[],
  discounts: readonly (readonly bigint[])[],
  others: { shipping: bigint; charges: bigint },
): Totals;
export function requireTotalInRange(totals: Totals): void;
export function requireTermsAddUp(totals: Totals, terms: unknown): void;
export function toCents(amount: unknown): bigint;
export function chargesCents(charges: unknown): bigint;
export function toCharge(charge: unknown): unknown;
export function amountsOf(caller: { currency: string }, body: Fields, quote: Fields): Fields;
export function reservationsOf(lines: readonly PricedLine[]): Reservation[];
export function allowedTransitions(status: string): readonly string[];
export function canTransition(from: string, to: string): boolean;
export function stockEffectOf(
  from: string,
  to: string,
  restock: boolean,
): 'shipment' | 'release' | 'return' | undefined;

export const isStorableText: (text: string) => boolean;
export const STORABLE_TEXT: string;
