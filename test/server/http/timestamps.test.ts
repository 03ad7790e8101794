import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

const FIRST = '0001-01-01T00:00:00.000Z';
/** The first in a body. Lists compare with whichever. */
const FIRST_OF_ROWS = '1971-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';
/** Rounded to a millisecond, they are outside the years 1 to 9999. */
const BEYOND = [
  '0001-01-01T00:00:00+15:00',
  '9999-12-31T23:59:59-15:00',
  '9999-12-31T23:59:59.9995Z',
  '9999-12-31T23:59:59.999000001Z',
  '9999-12-31T20:59:59.999999-03:00',
];

const discount = { type: 'percentage', percentage: 10 };
const BODIES: Record<string, (times: object) => object> = {
  '/promotions': (times) => ({ name: 'P', discount, ...times }),
  '/coupons': (times) => ({ code: randomUUID(), discount, ...times }),
  '/price-tables': (times) => ({ name: 'T', code: randomUUID(), kind: 'fixed', ...times }),
};

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function answered(asked: Promise<Response>): Promise<Answered> {
  const response = await asked;
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it.each(Object.keys(BODIES))(
  'accepts times in the years 1971 to 9999 in %s, to the millisecond',
  async (path) => {
    const { request }: TestTenant = await environment().tenant();
    const post = (times: object) => answered(request('POST', path, { body: BODIES[path]!(times) }));
    const whole = { starts_at: FIRST_OF_ROWS, ends_at: LAST };
    expect(await post(whole)).toMatchObject({ status: 201, body: whole });
    expect(await post({ ends_at: '9999-12-31T23:59:59.999000Z' })).toMatchObject({ body: { ends_at: LAST } });
    for (const time of BEYOND)
      for (const field of ['starts_at', 'ends_at'])
        expect(await post({ [field]: time })).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', errors: [{ pointer: `#/${field}`, code: 'format' }] },
        });
  },
);

it.each([
  ['/products', 'updated_since'],
  ['/stock', 'updated_since'],
  ['/orders', 'created_since'],
  ['/orders', 'created_before'],
])('accepts times from the year 1 on in the query of %s as %s', async (path, name) => {
  const { request } = await environment().tenant();
  const list = (time: string) => answered(request('GET', `${path}?${new URLSearchParams({ [name]: time })}`));
  for (const time of [FIRST, LAST]) expect((await list(time)).status).toBe(200);
  for (const time of BEYOND)
    expect(await list(time)).toMatchObject({ status: 400, body: { errors: [{ parameter: name }] } });
});
