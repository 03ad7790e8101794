import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request.ts';
import type { Draw, Mistake } from './mistake.ts';
import { MISTAKES } from './mistakes.ts';
import { type FuzzOperation, operationById, operations } from './operations.ts';
import { validRequest } from './valid-request.ts';

const MOST_DRAWN = 1_000_000;
/** Out of 20 requests, 12 are valid, 7 have one mistake and 1 has two. */
const HOW_MANY_MISTAKES = [
  { arbitrary: fc.constant(0), weight: 12 },
  { arbitrary: fc.constant(1), weight: 7 },
  { arbitrary: fc.constant(2), weight: 1 },
];

/** Rows must be created faster than they are deleted, or no request can succeed any more. */
function weightOf({ method, id }: FuzzOperation): number {
  if (method === 'DELETE') return 1;
  if (id === 'createOrder') return 10;
  return id.startsWith('create') || id === 'adjustStock' ? 5 : 3;
}

const draw: fc.Arbitrary<Draw> = fc.tuple(fc.nat(MOST_DRAWN), fc.nat(MOST_DRAWN));
const mistake: fc.Arbitrary<Mistake> = fc.oneof(
  ...MISTAKES.map(({ mistake: each, weight }) => ({ arbitrary: fc.constant(each), weight })),
);
const mistakes = fc
  .tuple(fc.oneof(...HOW_MANY_MISTAKES), fc.tuple(mistake, draw), fc.tuple(mistake, draw))
  .map(([count, ...both]) => both.slice(0, count));

/** A valid request for any operation, with zero, one or two mistakes added. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof(
      ...operations.map((operation) => ({
        arbitrary: validRequest(operation),
        weight: weightOf(operation),
      })),
    ),
    mistakes,
  )
  .map(([request, made]) => withMistakes(request, made));

function withMistakes(request: FuzzRequest, made: readonly (readonly [Mistake, Draw])[]): FuzzRequest {
  const operation = operationById.get(request.operationId)!;
  return made.reduce((changed, [each, drawn]) => each(changed, operation, drawn) ?? changed, request);
}
