import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { SECRET } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const bundle = readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8');
const EVENT_TYPES: string[] = JSON.parse(bundle).components.schemas.EventKind.enum;

const UNAVAILABLE = { claim: () => ({}), complete: () => true, release: () => {} };
const LETTERS_AND_DIGITS = 'Pass a list of the 64 letters and digits that the panel shows';

describe.each(RUNTIMES)(
  'a receiver with %s',
  (_name, { ConfigurationError, createWebhookReceiver, verify }) => {
    /** The sentence of the ConfigurationError, or undefined if a receiver is created. */
    function problemWith(options: object): string | undefined {
      try {
        createWebhookReceiver({ secrets: [SECRET], store: memoryStore(), ...options } as never);
        return undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigurationError);
        return (error as Error).message;
      }
    }

    it.each<[string, unknown, string]>([
      ['a line break', `${SECRET}\n`, 'U+000a'],
      ['a line break of Windows', `${SECRET}\r\n`, 'U+000d'],
      ['a blank before it', ` ${SECRET}`, 'U+0020'],
      ['a tab', `\t${SECRET}`, 'U+0009'],
      ['a no-break space', `${SECRET}\u00a0`, 'U+00a0'],
      ['quotes', `"${SECRET}"`, 'U+0022'],
      ['single quotes', `'${SECRET}'`, 'U+0027'],
      ['typographic quotes', `“${SECRET}”`, 'U+201c'],
      ['a byte order mark', `\ufeff${SECRET}`, 'U+feff'],
      ['a zero-width space', `${SECRET}\u200b`, 'U+200b'],
      ['a zero byte', `${SECRET}\0`, 'U+0000'],
      ['whsec_', `whsec_${SECRET}`, 'U+005f'],
      ['sha256=', `sha256=${SECRET}`, 'U+003d'],
      ['an escaped line break', `${SECRET}\\n`, 'U+005c'],
      ['its variable', `TRADEPOST_WEBHOOK_SECRET=${SECRET}`, 'U+005f'],
      ['another secret in the same text', `${SECRET},${SECRET}`, 'U+002c'],
      ['the mask of the panel', '•'.repeat(64), 'U+2022'],
      ['a letter of another alphabet', `${SECRET.slice(1)}а`, 'U+0430'],
      ['an emoji', `${SECRET}🔑`, 'U+1f511'],
      ['nothing', '', 'is missing'],
      ['half of it', SECRET.slice(0, 31), 'has under 32 characters'],
      ['undefined', undefined, 'is missing'],
      ['null', null, 'is missing'],
      ['a number', 42, 'has under 32 characters'],
      ['bytes', Buffer.from(SECRET), 'has under 32 characters'],
    ])('refuses a secret with %s in a sentence that does not quote it', async (_what, secret, found) => {
      const message = problemWith({ secrets: [SECRET, secret] })!;
      expect(message).toContain(found);
      expect(message).toContain(LETTERS_AND_DIGITS);
      expect(message).not.toContain(SECRET.slice(0, 8));
      expect(problemWith({ secrets: { 42: [secret] } })).toBe(message);
      const delivery = { headers: {}, body: '', secret: secret as string };
      await expect(verify(delivery)).rejects.toThrow(ConfigurationError);
    });

    it.each<[string, unknown]>([
      ['a function', () => [SECRET]],
      ['a number', 5],
    ])('refuses %s in place of a list of secrets', (_what, secrets) => {
      expect(problemWith({ secrets })).toContain(LETTERS_AND_DIGITS);
    });

    it.each<[string, unknown]>([
      ['an empty list', []],
      ['undefined', undefined],
      ['null', null],
      ['no tenant', {}],
      ['an empty list for a tenant', { 42: [] }],
    ])('says that there is no secret in %s', (_what, secrets) => {
      expect(problemWith({ secrets })).toMatch(/^A secret is missing\. Pass a list/);
    });

    it('says so if secrets is a text and not a list', () => {
      expect(problemWith({ secrets: SECRET })).toMatch(/^secrets is a text\. Pass a list of/);
      expect(problemWith({ secrets: { 42: SECRET } })).toMatch(/^secrets is a text\. Pass/);
    });

    it.each(['undefined', 'NaN', 'acme', '', '0', '-1', '1.5', '1e3', ' 1'])(
      'refuses secrets of the tenant %j',
      (tenant) => {
        const found = `secrets has ${JSON.stringify(tenant)}, which is no tenant.`;
        expect(problemWith({ secrets: { [tenant]: [SECRET] } })).toBe(found);
      },
    );

    it('accepts secrets of 64 and of 32 letters and digits', () => {
      expect(problemWith({ secrets: [SECRET, SECRET.slice(32)] })).toBeUndefined();
    });

    it.each(['toleranceSecond', 'secret', 'onreport', 'leaseMS', 'timeoutMs', 'consumers', 'inbox'])(
      'refuses the option %s and names those that there are',
      (name) => {
        const message = problemWith({ [name]: SECRET })!;
        expect(message).toMatch(new RegExp(`There is no option ${name}\\..*toleranceSeconds.*onReport`));
        expect(message).not.toContain(SECRET);
      },
    );

    const NUMBERS = ['leaseMs', 'storeTimeoutMs', 'maxBodyBytes', 'toleranceSeconds'];
    const WRONG_NUMBERS = [Infinity, -Infinity, NaN, -1, 2 ** 31, 2 ** 53, 1.5, '5000', null, true, {}, 10n];
    it.each(NUMBERS.flatMap((name) => WRONG_NUMBERS.map((value) => [name, value] as const)))(
      'refuses %s: %s',
      (name, value) => {
        expect(problemWith({ [name]: value })).toMatch(
          new RegExp(`^${name} is .*\\. Pass a whole number from [01] to 999999999\\.$`),
        );
      },
    );

    it('refuses a lease of zero, and accepts a tolerance of zero', () => {
      expect(problemWith({ leaseMs: 0 })).toContain('leaseMs is 0.');
      expect(problemWith({ toleranceSeconds: 0 })).toBeUndefined();
    });

    it.each<[string, unknown]>([
      ['testEvents', 'handel'],
      ['testEvents', true],
      ['onReport', 'console'],
      ['onReport', null],
      ['clock', 1767225600000],
      ['adopt', 'true'],
      ['adopt', 1],
      ['tenantId', '42'],
      ['tenantId', 0],
      ['tenantId', NaN],
      ['tenantId', Infinity],
      ['store', undefined],
      ['store', {}],
      ['store', { query: () => {} }],
    ])('refuses %s: %j', (name, value) => {
      expect(problemWith({ [name]: value })).toMatch(/Pass .*\.$/);
    });

    it.each(['', ' ', 'a/b', 'a b', 'a\n', 'á', '\0', '\ud800', 'x'.repeat(65), 5, null, {}])(
      'refuses the consumer %j',
      (consumer) => {
        const shown = typeof consumer === 'string' ? JSON.stringify(consumer) : consumer;
        expect(problemWith({ consumer })).toContain(
          `consumer is ${shown}. Pass a name of 1 to 64 letters, digits or ._:- for what`,
        );
      },
    );

    it('takes undefined for each option but secrets and store as its default', () => {
      const names = ['consumer', 'adopt', 'tenantId', 'testEvents', 'onReport', 'clock', ...NUMBERS];
      expect(problemWith(Object.fromEntries(names.map((name) => [name, undefined])))).toBeUndefined();
    });

    it('needs a consumer unless the store is in memory', () => {
      expect(problemWith({ store: UNAVAILABLE })).toContain('consumer is undefined. Pass a name');
      expect(problemWith({ store: UNAVAILABLE, consumer: 'erp' })).toBeUndefined();
      expect(problemWith({ store: { ...UNAVAILABLE, inMemory: true } })).toBeUndefined();
      expect(problemWith({ store: { ...memoryStore() } })).toBeUndefined();
      // Nothing would be adopted, and each event would be busy with itself.
      expect(problemWith({ adopt: true })).toContain('consumer is undefined. Pass a name');
    });

    it.each([
      'order.create',
      'Order.created',
      'orders.created',
      'order',
      '',
      ' order.created',
      'order.created product.created',
      '*',
      'constructor',
    ])('refuses a handler of the event %j', (kind) => {
      const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
      const on = () => receiver.on(kind as never, () => {});
      expect(on).toThrow(ConfigurationError);
      expect(on).toThrow(`There is no event ${kind}. onOther handles those of later versions.`);
    });

    it.each([[['order.created']], [undefined], [5]])('refuses a handler of %j, which is no text', (kind) => {
      const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
      expect(() => receiver.on(kind as never, () => {})).toThrow(ConfigurationError);
    });

    it('knows every event type of the contract', () => {
      const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
      for (const kind of EVENT_TYPES) receiver.on(kind as 'order.created', () => {});
      const text = readFileSync(
        new URL('../../../sdk/src/webhooks/verification/event-types.ts', import.meta.url),
        'utf8',
      );
      expect(text.match(/\w+\.\w+(?=[ '])/g)!.toSorted()).toEqual(EVENT_TYPES.toSorted());
    });

    it('refuses a second handler, and does not speak of another receiver', () => {
      const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
      const handler = () => {};
      receiver.on('order.created', handler).onOther(handler);
      const again = [
        () => receiver.on('order.created', handler),
        () => receiver.on('order.created', () => {}),
      ];
      for (const on of again)
        expect(on).toThrow(/^order\.created has a handler already, and can have just one\.$/);
      expect(() => receiver.onOther(handler)).toThrow(/^onOther has a handler already/);
    });

    it('refuses a handler that is not a function', () => {
      const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
      expect(() => receiver.on('order.created', undefined as never)).toThrow(ConfigurationError);
      expect(() => receiver.onOther({} as never)).toThrow(ConfigurationError);
    });
  },
);
