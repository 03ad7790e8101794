import type { Schema } from '../../contract-check/contract.ts';
import { pickMutation } from './body-mistakes.ts';
import { type BodyValue, isBodyObject } from './body-value.ts';
import { rowSchemas } from './flat-schema.ts';
import { type Draw, type Mistake, pickOne } from './mistake.ts';
import { mutationsOf } from './schema-mutations.ts';

const NO_ROWS: readonly BodyValue[] = [null, 1, 'text', true, [], [{}]];
/** Too deep nesting fails the whole body, not only its row. */
const WHOLE_BODY = /nested/;

/** Breaks one row of a batch. The other rows are still processed. */
export const batchRowMistake: Mistake = (request, { isBatch, bodySchema }, draw) => {
  if (!isBatch || request.encodeBody || !isBodyObject(request.body) || !Array.isArray(request.body.items))
    return undefined;
  const items = request.body.items as readonly BodyValue[];
  // An earlier mistake may have emptied the batch.
  if (items.length === 0) return undefined;
  const place = draw[1] % items.length;
  const { rule, body } = brokenRow(bodySchema!, items[place]!, draw);
  const refusesAll = WHOLE_BODY.test(rule);
  return {
    ...request,
    body: { ...request.body, items: items.with(place, body) },
    transport: 'raw',
    wrongRows: refusesAll ? request.wrongRows : [...request.wrongRows, place],
    mistakes: refusesAll ? [...request.mistakes, `row ${place}: ${rule}`] : request.mistakes,
  };
};

function brokenRow(schema: Schema, row: BodyValue, draw: Draw) {
  const [which, where] = draw;
  if (which % 6 === 0 || !isBodyObject(row)) return { rule: 'no object', body: pickOne(NO_ROWS, where) };
  const [create, change] = rowSchemas(schema);
  // A row with an external_id may update an existing row, and then has no required fields.
  const hasId = row.external_id !== undefined && row.external_id !== null;
  const mutations = mutationsOf(hasId ? change! : create!, row);
  const certain = mutations.filter(
    ({ pointer, rule }) => pointer !== '#/external_id' && rule !== 'minProperties',
  );
  return pickMutation(certain, draw);
}
