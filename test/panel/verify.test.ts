import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../server/panel/webhooks/verify/languages.ts';
import { compileErrors } from '../sdk/compile.ts';
import { loggedIn, preformatted, textOf } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
let sample: SampleShop;
beforeAll(async () => {
  sample = await openSampleShop(environment());
});

async function read(endpoint: number, query = '', language: 'pt-BR' | 'en' = 'pt-BR'): Promise<string> {
  const visitor = await loggedIn(environment().baseUrl, sample.users.webhooks, { language });
  return (await visitor.get(`/panel/webhooks/${endpoint}/verify${query}`)).text;
}

const setUrl = (url: string): Promise<unknown> =>
  environment().context.db.query('UPDATE webhook_registrations SET url = $1 WHERE id = $2', [
    url,
    sample.endpoints.inactive,
  ]);

describe('the page "Verify signatures"', () => {
  it.each(LANGUAGES)('fills in the endpoint in $name, in both languages', async ({ id }) => {
    const { healthy } = sample.endpoints;
    for (const language of ['pt-BR', 'en'] as const) {
      const [program] = preformatted(await read(healthy, `?language=${id}`, language));
      expect(program).toContain(`${healthy}: https://erp.serraalta.com.br/tradepost/eventos`);
      if (id !== 'openssl') expect(program).toMatch(/['"]\/tradepost\/eventos['"]/);
      expect(program).not.toMatch(/\{\{|undefined/);
    }
  });

  it('says how long the previous secret still signs, while a rotation runs', async () => {
    expect(textOf(await read(sample.endpoints.rotating))).toContain('O anterior ainda assina');
    expect(textOf(await read(sample.endpoints.healthy))).not.toContain('O anterior ainda assina');
  });

  it('never contains the secret', async () => {
    const { box, db } = environment().context;
    const [row] = await db.query<{ secret: Buffer }>(
      'SELECT secret FROM webhook_registrations WHERE id = $1',
      [sample.endpoints.healthy],
    );
    const { text } = box.tryOpen(
      row!.secret,
      `webhook secret ${sample.tenantId}/${sample.endpoints.healthy}`,
    )!;
    for (const { id } of LANGUAGES)
      expect(await read(sample.endpoints.healthy, `?language=${id}`)).not.toContain(text);
  });

  it('leaves out the query of the URL, where a token often stands', async () => {
    await setUrl('https://loja.serraalta.com.br/hooks?token=s3nha&x=\\u000aSystem.exit(1)');
    for (const { id } of LANGUAGES) {
      const programs = preformatted(await read(sample.endpoints.inactive, `?language=${id}`)).join('\n');
      expect(programs).toContain('https://loja.serraalta.com.br/hooks');
      expect(programs).not.toMatch(/s3nha|System\.exit/);
    }
  });

  it('shows the first language for one that it does not know', async () => {
    const unknown = preformatted(await read(sample.endpoints.healthy, '?language=cobol'));
    expect(unknown).toEqual(preformatted(await read(sample.endpoints.healthy)));
  });

  it('shows a TypeScript program that compiles', { timeout: 600_000 }, async () => {
    const [program] = preformatted(await read(sample.endpoints.healthy));
    expect(compileErrors({ 'test/panel/receiver.ts': program! })).toEqual({ 'test/panel/receiver.ts': [] });
  });
});
