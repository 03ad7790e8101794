import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiProblem } from './errors.ts';

/** Where a page ended: the value of the sort column, and the id that breaks ties. */
export interface Position {
  readonly sort: string;
  readonly value: string | null;
  readonly id: string;
}

/** 96 bits: a forged cursor would have to hit one of 2^96. */
const TAG_BYTES = 12;

/**
 * Cursors that only we can make. The tag binds a cursor to its list and tenant, so that another tenant's cursor, one
 * of another list, and one made by hand are all refused alike.
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  encode(list: string, tenantId: number, { sort, value, id }: Position): string {
    return this.#signed(list, tenantId, JSON.stringify([sort, value, id]));
  }

  /** The position of a cursor, or a 400 that names the parameter. */
  decode(list: string, tenantId: number, sort: string, cursor: string): Position {
    const payload = Buffer.from(cursor.split('.', 1)[0]!, 'base64url').toString();
    const right = Buffer.from(this.#signed(list, tenantId, payload));
    const given = Buffer.from(cursor);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw invalidCursor('is not one of this list');
    const [madeFor, value, id] = JSON.parse(payload) as [string, string | null, string];
    if (madeFor !== sort) throw invalidCursor(`was made with sort=${madeFor}, not ${sort}`);
    return { sort, value, id };
  }

  /** The whole text is compared, since decoding base64url passes over what does not belong into it. */
  #signed(list: string, tenantId: number, payload: string): string {
    const hmac = createHmac('sha256', this.#key).update(`${list}\n${tenantId}\n${payload}`);
    const tag = hmac.digest().subarray(0, TAG_BYTES);
    return `${Buffer.from(payload).toString('base64url')}.${tag.toString('base64url')}`;
  }
}

function invalidCursor(why: string): ApiProblem {
  return new ApiProblem('invalid_cursor', `The cursor ${why}. Start again without a cursor.`, {
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: why }],
  });
}
