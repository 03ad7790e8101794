import { randomInt } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { LANGUAGES, type Language } from '../../../server/panel/webhooks/verify/languages.ts';
import { newSecret, rotateSecret } from '../../../server/webhooks/endpoints/secrets.ts';
import { addUser, loggedIn, preformatted } from '../../support/panel.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { emit } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, register, useWorker } from '../../support/webhooks.ts';
import { missing, type RunningSnippet, runSnippet } from './run-snippet.ts';

/** Characters that a URL keeps and that end a string or insert a variable in one of the languages. */
const PATH = "/hooks/d'oeste/$HOME";
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const environment = sharedEnvironment();

interface Registered {
  readonly tenantId: number;
  readonly id: number;
  readonly secret: string;
}

/** An endpoint whose program isn't running yet. */
async function registered(path: string): Promise<Registered> {
  const { context } = environment();
  const { tenantId } = await environment().tenant();
  const endpoint = await register(context, tenantId, `http://127.0.0.1:4000${path}`, ['order.created']);
  return { tenantId, ...endpoint };
}

/** Runs the program as the page shows it for the endpoint, with this secret. */
async function useSnippet(
  language: Language,
  { tenantId, id }: Registered,
  secret: string,
  locale: 'pt-BR' | 'en' = 'pt-BR',
): Promise<RunningSnippet> {
  const user = await addUser(environment(), tenantId);
  const visitor = await loggedIn(environment().baseUrl, user, { language: locale });
  const { text } = await visitor.get(`/panel/webhooks/${id}/verify?language=${language.id}`);
  const running = await runSnippet(language, preformatted(text)[0]!, secret);
  onTestFinished(() => running.stop());
  return running;
}

type Delivery = Awaited<ReturnType<typeof signTestDelivery>>;

const send = (url: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

const PROGRAMS = LANGUAGES.map((language) => ({ ...language, why: missing(language.id) }));
// Reporters leave out the titles of skipped tests.
for (const { name, why } of PROGRAMS) if (why) console.warn(`The program in ${name} isn't run: ${why}.`);

describe.each(PROGRAMS)('the program in $name', (language) => {
  const test = it.skipIf(language.why);
  const skipped = language.why ? ` (skipped: ${language.why})` : '';

  test(`accepts what the worker sends, and both secrets during a rotation${skipped}`, async () => {
    const { context } = environment();
    const endpoint = await registered(PATH);
    const { tenantId, id } = endpoint;
    const worker = useWorker(context);
    const deliverTo = async ({ origin }: RunningSnippet): Promise<unknown> => {
      const change = 'UPDATE webhook_registrations SET url = $1 WHERE tenant_id = $2 AND id = $3';
      await context.db.query(change, [origin + PATH, tenantId, id]);
      await emit(context, tenantId, 'order.created');
      await worker.tick();
      await expect.poll(async () => (await deliveriesOf(context, tenantId)).at(-1)?.attempt_number).toBe(1);
      return (await deliveriesOf(context, tenantId)).at(-1);
    };
    const wrong = await useSnippet(language, endpoint, newSecret(randomInt));
    expect(await deliverTo(wrong)).toMatchObject({ status: 'RETRYING', response_status: 401 });

    const right = await useSnippet(language, endpoint, endpoint.secret);
    // Unlike toMatchObject, its message shows the status and the body that the program responded.
    const delivered = expect.objectContaining({ status: 'SUCCESS' });
    expect(await deliverTo(right)).toEqual(delivered);
    await context.db.transaction((tx) =>
      rotateSecret(tx, OPERATOR, { tenantId, id }, context.box, randomInt),
    );
    expect(await deliverTo(right)).toEqual(delivered);
  });

  test(`refuses what isn't signed, is old, or was changed${skipped}`, async () => {
    const endpoint = await registered('/hooks');
    const { secret } = endpoint;
    const { origin } = await useSnippet(language, endpoint, secret, 'en');
    const url = `${origin}/hooks`;
    const event = { event_type: 'order.created', data: { order_id: 5001, note: 'Café ☕' } };
    const signedAt = (age: number, by = secret): Promise<Delivery> =>
      signTestDelivery({ secret: by, event, timestamp: nowSeconds() - age });
    const right = await signedAt(0);

    expect((await send(url, right)).status).toBeLessThan(300);
    expect((await send(url, await signedAt(290))).status).toBeLessThan(300);
    expect((await send(url, await signedAt(-290))).status).toBeLessThan(300);

    const without = (name: string): Delivery['headers'] =>
      Object.fromEntries(
        Object.entries(right.headers).filter(([key]) => key !== name),
      ) as Delivery['headers'];
    const refused = {
      'another secret': await signedAt(0, newSecret(randomInt)),
      'an old timestamp': await signedAt(310),
      'a timestamp from the future': await signedAt(-310),
      'a newer timestamp with the old signature': {
        ...right,
        headers: { ...right.headers, 'x-service-timestamp': String(nowSeconds() + 1) },
      },
      'a changed body': { ...right, body: right.body.replace('5001', '5002') },
      'a body with a line break at its end': { ...right, body: `${right.body}\n` },
      'no signature': { ...right, headers: without('x-service-signature') },
      'no timestamp': { ...right, headers: without('x-service-timestamp') },
      'a timestamp that is not a number': {
        ...right,
        headers: { ...right.headers, 'x-service-timestamp': 'now' },
      },
      'a timestamp beyond any integer': {
        ...right,
        headers: { ...right.headers, 'x-service-timestamp': '9'.repeat(5000) },
      },
    };
    for (const [what, delivery] of Object.entries(refused))
      expect((await send(url, delivery)).status, what).toBe(401);
  });
});
