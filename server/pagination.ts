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
    const payload = JSON.stringify([sort, value, id]);
    return `${Buffer.from(payload).toString('base64url')}.${this.#tag(list, tenantId, payload).toString('base64url')}`;
  }

  /** The position of a cursor, or a 400 that names the parameter. */
  decode(list: string, tenantId: number, sort: string, cursor: string): Position {
    const [encoded = '', tag = ''] = cursor.split('.');
    const payload = Buffer.from(encoded, 'base64url').toString();
    const given = Buffer.from(tag, 'base64url');
    const right = this.#tag(list, tenantId, payload);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw invalidCursor('is not one of this list');
    const [madeFor, value, id] = JSON.parse(payload) as [string, string | null, string];
    if (madeFor !== sort) throw invalidCursor(`was made with sort=${madeFor}, not ${sort}`);
    return { sort, value, id };
  }

  #tag(list: string, tenantId: number, payload: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${list}\n${tenantId}\n${payload}`)
      .digest()
      .subarray(0, TAG_BYTES);
  }
}

function invalidCursor(why: string): ApiProblem {
  return new ApiProblem('invalid_cursor', `The cursor ${why}. Start again without a cursor.`, {
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: why }],
  });
}
