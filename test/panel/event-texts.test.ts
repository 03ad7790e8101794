import { expect, it } from 'vitest';
import { eventCatalogue } from '../../server/events/catalogue.ts';
import { addUser, loggedIn, preformatted, textOf } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { register } from '../support/webhooks.ts';

const environment = sharedEnvironment();
const LANGUAGES = [
  { locale: 'pt', language: 'pt-BR', catalogue: '/docs/webhooks/pt' },
  { locale: 'en', language: 'en', catalogue: '/docs/webhooks' },
] as const;

/** The pages of the panel on which one chooses events, as somebody of the staff sees them. */
async function pages(language: 'pt-BR' | 'en'): Promise<readonly string[]> {
  const { tenantId } = await environment().tenant();
  const user = await addUser(environment(), tenantId);
  const visitor = await loggedIn(environment().baseUrl, user, { language });
  const { context } = environment();
  const { id } = await register(context, tenantId, 'http://127.0.0.1:9/hooks', ['product.created']);
  const paths = ['/panel/webhooks/new', `/panel/webhooks/${id}/edit`, `/panel/webhooks/${id}`];
  return Promise.all(paths.map(async (path) => (await visitor.get(path)).text));
}

it.each(LANGUAGES)(
  'says in $language what the contract says of each event, and shows its example',
  async ({ locale, language, catalogue }) => {
    for (const page of await pages(language)) {
      const text = textOf(page.replaceAll(/<\/?code>/g, ''));
      const examples = preformatted(page);
      for (const { fires, doesNotFire, example } of eventCatalogue) {
        for (const sentence of [...fires, ...doesNotFire])
          expect(text).toContain(sentence[locale].replaceAll('`', ''));
        expect(examples).toContain(example);
      }
      expect(page).toContain(`href="${environment().baseUrl}${catalogue}"`);
    }
  },
);
