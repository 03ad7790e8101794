import type { Schemas } from '../../../base/contract.ts';

/** Stands for a text that must not be empty. */
export const ERASED = '[erased]';

/** What is left of a customer. The external id goes as well: people use an e-mail address or a CPF as one. */
export const ERASED_CUSTOMER = {
  ...{ external_id: null, name: ERASED, trade_name: null, tax_id: null, tax_id_type: null },
  ...{ state_registration: null, icms_taxpayer: null, municipal_registration: null },
  ...{ email: null, phone: null, addresses: [], tags: [], status: 'inactive', metadata: {} },
} as const satisfies Schemas['CustomerUpdate'];

type Erase = (value: unknown) => unknown;
type Members = Readonly<Record<string, Erase>>;
type JsonObject = Readonly<Record<string, unknown>>;

const toNull: Erase = () => null;
const toMarker: Erase = (value) => (value === null ? null : ERASED);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = (of: JsonObject, erase: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, erase(name, value)]));

/** Members that an older document doesn't have stay away. */
const members =
  (of: Members): Erase =>
  (value) =>
    isObject(value)
      ? mapped(value, (name, member) => (Object.hasOwn(of, name) ? of[name]!(member) : member))
      : value;
const each =
  (of: Members): Erase =>
  (value) =>
    Array.isArray(value) ? value.map(members(of)) : value;

const CUSTOMER: Members = Object.fromEntries(
  Object.entries(ERASED_CUSTOMER).map(([name, value]) => [name, () => value]),
);

/** Of an order, and of the data of its events. What isn't here are figures, names of products, and people of the shop. */
const ORDER: Members = {
  reason: toMarker,
  notes: toNull,
  metadata: () => ({}),
  shipping: members({ address: toNull, tracking_code: toNull }),
  fiscal_document: members({ url: toNull }),
  charges: each({ description: toNull }),
  payments: each({ reference: toNull, void_reason: toMarker }),
  refunds: each({ reason: toMarker, reference: toNull }),
  returns: each({ reason: toMarker }),
  delivery_attempts: each({ reason: toMarker }),
  status_history: each({ reason: toMarker }),
};

/** What an order's document becomes. */
export const erasedOrder = members(ORDER) as <T extends object>(order: T) => T;

/** The value in which the customer, and what says that it is the customer's, is erased, however deep it is. */
export function erased(value: unknown, customerId: number): unknown {
  if (Array.isArray(value)) return value.map((element) => erased(element, customerId));
  if (!isObject(value)) return value;
  if (value.id === customerId && 'tax_id' in value && 'addresses' in value) return members(CUSTOMER)(value);
  const own = value.customer_id === customerId ? (members(ORDER)(value) as JsonObject) : value;
  return mapped(own, (_, member) => erased(member, customerId));
}

/** Finds JSON that may be about the customer without parsing it: the texts are written without blanks. */
export const marksOf = (customerId: number): readonly string[] => [
  `"customer_id":${customerId},`,
  `"customer_id":${customerId}}`,
  `{"id":${customerId},"external_id":`,
];
