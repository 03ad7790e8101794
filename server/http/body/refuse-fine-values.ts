import type { Request, RequestHandler, Response } from 'express';
import { bundle } from '../../base/contract.ts';
import { CENTS_DECIMALS, decimalsOf } from '../../base/money.ts';
import { FoundIssues } from '../../base/problems/reading-issues.ts';
import { callerOf } from '../request-context.ts';

/** The decimals that releases before migration 045 read, by format. */
export const READ_BEFORE: Readonly<Record<string, number>> = { price: CENTS_DECIMALS, quantity: 3 };
const COMMAND = 'tradepost database allow-fine-prices';

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemas = bundle.components.schemas as Readonly<Record<string, Schema>>;
const formatOf = ({ $ref, format = '' }: Schema): string =>
  $ref === undefined ? format : formatOf(schemas[$ref.split('/').at(-1)!]!);

/** The decimals of each field that may have more of them now. A field of this name has one format in the whole contract. */
function decimalsByField(value: unknown, found = new Map<string, number>()): Map<string, number> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, schema] of Object.entries((value as Schema).properties ?? {})) {
    const decimals = READ_BEFORE[formatOf(schema)];
    if (decimals !== undefined) found.set(name, decimals);
  }
  for (const member of Object.values(value)) decimalsByField(member, found);
  return found;
}

/**
 * Refuses prices and quantities that an older release couldn't read, until the operator allows them; of a batch only the rows that have
 * them.
 */
export function refuseFineValues({ hasRows = false }: { readonly hasRows?: boolean }): RequestHandler {
  return (req: Request, res: Response, next) => {
    if (!callerOf(res).finePrices) noteFineValues(req.body, hasRows);
    next();
  };
}

let decimals: ReadonlyMap<string, number> | undefined;

function noteFineValues(body: unknown, hasRows: boolean): void {
  decimals ??= decimalsByField(schemas);
  const found = new FoundIssues(hasRows);
  findFine(body, [], decimals, found);
  found.note(body);
}

function findFine(
  value: unknown,
  path: readonly (string | number)[],
  most: ReadonlyMap<string, number>,
  found: FoundIssues,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    const limit = typeof member === 'number' ? most.get(name) : undefined;
    if (limit !== undefined && decimalsOf(member) > limit) found.add(at, 'format', notYet(limit));
    else findFine(member, at, most, found);
  }
}

const notYet = (limit: number): string =>
  `has more than ${limit} decimals, which this installation takes once its operator has run ${COMMAND}`;
