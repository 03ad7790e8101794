import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiProblem } from './problems/api-problem.ts';

/** Where a page ended: the value of the sort column, and the id that breaks ties. */
export interface Position {
  readonly sort: string;
  readonly value: string | null;
  readonly id: string;
}

/** 96 bits, so a tag can't be guessed. */
const TAG_BYTES = 12;

/**
 * Signed cursors. The signature covers the list and the tenant, so cursors of other tenants or lists and forged ones are
 * all refused in the same way.
 */
export class Cursors {
  readonly #key: Buffer;
  /** Keeps cursors valid that were issued before the secret key was changed. */
  readonly #previousKey: Buffer | undefined;

  constructor(key: Buffer, previousKey?: Buffer) {
    this.#key = key;
    this.#previousKey = previousKey;
  }

  encode(list: string, tenantId: number, { sort, value, id }: Position): string {
    return signed(this.#key, list, tenantId, JSON.stringify([sort, value, id]));
  }

  /** Returns the position of a cursor. Throws a 400 that names the parameter if it isn't valid. */
  decode(list: string, tenantId: number, sort: string, cursor: string): Position {
    const payload = Buffer.from(cursor.split('.', 1)[0]!, 'base64url').toString();
    const isSignedWith = (key: Buffer) => areEqual(cursor, signed(key, list, tenantId, payload));
    if (!isSignedWith(this.#key) && !(this.#previousKey && isSignedWith(this.#previousKey)))
      throw invalidCursor('is not valid for this list');
    const [madeFor, value, id] = JSON.parse(payload) as [string, string | null, string];
    if (madeFor !== sort) throw invalidCursor(`was created with sort=${madeFor}, not ${sort}`);
    return { sort, value, id };
  }
}

/** Cursors are compared as text, because decoding base64url skips characters that don't belong to it. */
function signed(key: Buffer, list: string, tenantId: number, payload: string): string {
  const hmac = createHmac('sha256', key).update(`${list}\n${tenantId}\n${payload}`);
  const tag = hmac.digest().subarray(0, TAG_BYTES);
  return `${Buffer.from(payload).toString('base64url')}.${tag.toString('base64url')}`;
}

function areEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function invalidCursor(why: string): ApiProblem {
  return new ApiProblem('invalid_cursor', `The cursor ${why}. Start again without a cursor.`, {
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: why }],
  });
}
