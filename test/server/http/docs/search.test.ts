import { expect, it } from 'vitest';
import { excerpt, searchPage } from '../../../../server/api/docs/search/results.ts';
import {
  type Entry,
  fold,
  placeOf,
  search,
  searchEntries,
} from '../../../../server/api/docs/search/search.ts';
import { pageText } from '../../../support/page-text.ts';
import { sharedEnvironment } from '../../../support/shared-environment.ts';

const environment = sharedEnvironment();
const find = (question: string, language: 'en' | 'pt' = 'en') => search(question, language);
const get = (query: string): Promise<Response> => fetch(`${environment().baseUrl}/docs/search${query}`);
const hrefs = (found: readonly Entry[]): string[] => found.map(({ href }) => href);

const FIRST: readonly (readonly [question: string, language: 'en' | 'pt', href: string])[] = [
  ['rate_limit_exceeded', 'en', '/docs/problems/rate_limit_exceeded'],
  ['order.created', 'en', '/docs/webhooks#order.created'],
  ['idempotency', 'en', '/docs/guides/idempotency'],
  ['idempotencia', 'pt', '/docs/guides/pt/idempotency'],
  ['PAGINAÇÃO', 'pt', '/docs/guides/pt/pagination-and-sync'],
  ['chaves inválidas', 'pt', '/docs/guides/pt/rate-limits#chaves-invalidas'],
  ['verify the signature', 'en', '/docs/guides/webhooks#verify-the-signature'],
  ['POST /api/v1/orders', 'en', '/docs/reference/createOrder'],
  ['place your first order', 'en', '/docs/workflows/first-order'],
  ['como verificar a assinatura de um webhook', 'pt', '/docs/guides/pt/webhooks#verifique-a-assinatura'],
  ['how do I verify signatures', 'en', '/docs/guides/webhooks#verify-the-signature'],
];

it.each(FIRST)('finds "%s" (%s) at %s', (question, language, href) => {
  expect(hrefs(find(question, language).found)[0]).toBe(href);
});

it.each(['en', 'pt'] as const)('finds the problems of a status before everything else: %s', (language) => {
  const { found } = find('409', language);
  const problems = found.filter(({ kind }) => kind === 'problem');
  expect(problems.length).toBeGreaterThan(3);
  expect(found.slice(0, problems.length)).toEqual(problems);
});

it('finds the same with and without accents, in any letter case', () => {
  const written = ['sincronização', 'SINCRONIZAÇÃO', 'sincronizacao', 'sincronizac\u0327a\u0303o'];
  const [first, ...others] = written.map((question) => hrefs(find(question, 'pt').found));
  expect(first!.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toEqual(first);
});

it('searches both languages, and shows the reader’s first', () => {
  const { found } = find('rate_limit_exceeded', 'pt');
  const guides = found.filter(({ kind }) => kind === 'guide').map(({ language }) => language);
  expect(new Set(guides)).toEqual(new Set(['pt', 'en']));
  expect(guides).toEqual(guides.toSorted().toReversed());
});

it('needs every word', () => {
  expect(find('cursor sunflower').count).toBe(0);
  expect(find('').count).toBe(0);
  expect(find(' a e ').count).toBe(0);
});

it('has every kind of entry, each at a place of its own', () => {
  const entries = searchEntries();
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(
    new Set(['guide', 'object', 'operation', 'problem', 'workflow', 'event']),
  );
  expect(new Set(hrefs(entries)).size).toBe(entries.length);
  for (const { href, text } of entries) expect([href, text]).toEqual([href, expect.stringMatching(/^\S/)]);
});

it('keeps the length of a text, so that a place in one is a place in the other', () => {
  const text = 'ÇÃO ﬁ İstanbul ß Å 𝒳 ẞ e\u0301';
  expect(fold(text)).toHaveLength(text.length);
  for (const entry of searchEntries()) expect(entry.foldedText).toHaveLength(entry.text.length);
});

it('finds words by their beginning, not by what they contain', () => {
  expect(placeOf('ean', 'by all means, an ean')).toBe(17);
  expect(placeOf('exceeds', 'payment_exceeds_total')).toBe(8);
  expect(placeOf('eans', 'means')).toBe(-1);
});

it.each([
  ['refund', 'en', 'addOrderRefund'],
  ['return', 'en', 'addOrderReturn'],
  ['webhook', 'en', '/docs/guides/webhooks'],
  ['rastreio', 'pt', 'objects/Shipping'],
])('finds for %s what has the word as it was typed first, %s: %s', (question, language, place) => {
  expect(
    search(question, language as 'en')
      .found.slice(0, 3)
      .map(({ href }) => href)
      .join(' '),
  ).toContain(place);
});

it.each(['estorno', 'boleto', 'pix', 'chargeback'])(
  'finds %s, and shows a text of the page for it',
  (word) => {
    const { found } = find(word, 'pt');
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) expect(text).not.toContain('estorno chargeback money back');
  },
);

it('shows where the words are, marked', () => {
  const text = `${'before '.repeat(40)}A paginação continua. ${'after '.repeat(80)}`;
  const shown = excerpt(text, fold(text), ['paginacao', 'pag']);
  expect(shown).toMatch(/^… before .*A <mark>paginação<\/mark> continua\. after.* …$/);
  expect(shown.length).toBeLessThan(300);
});

it('shows something of a text without blanks', () => {
  const text = `${'x'.repeat(500)}.needle.${'y'.repeat(500)}`;
  expect(excerpt(text, text, ['needle'])).toContain('<mark>needle</mark>');
});

it('is a form that needs no JavaScript, and shows the question again', async () => {
  const response = await get('?q=cursor&lang=pt');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  const page = await response.text();
  expect(page).toContain('<html lang="pt-BR">');
  expect(page).toMatch(
    /<form action="\/docs\/search" role="search">.*<input type="search" name="q" value="cursor"/s,
  );
  expect(pageText(page)).toMatch(/\d+ resultados para “cursor”/);
});

it.each(['"><script>alert(1)</script>', "' onmouseover='x", '&lt;b&gt;', '<mark>', '{{content}}', '$&'])(
  'escapes %s',
  async (question) => {
    const page = await (await get(`?q=${encodeURIComponent(question)}`)).text();
    expect(page).not.toMatch(/<script|onmouseover='|<mark>/);
    expect(pageText(page)).toContain(question);
  },
);

it.each([
  '',
  '?q=',
  '?q=%20',
  '?q=a&q=b',
  '?q[x]=1',
  '?lang=xx&q=cursor',
  '?q=%00',
  '?q=.*(a%2B)%2B%24',
  '?q=%F0%9F%98%80',
])('responds to %s with a page', async (query) => expect((await get(query)).status).toBe(200));

it('looks at the first 100 characters of a question and 8 of its words', async () => {
  const page = await (await get(`?q=${'cursor '.repeat(200)}`)).text();
  expect(page).toContain(`value="${'cursor '.repeat(14)}cu"`);
  expect(find('ab cd ef gh ij kl mn op qr').words).toHaveLength(8);
});

it('shows a page of bounded size, whatever is asked', () => {
  const questions = [
    'an en or se es ed in re',
    'order '.repeat(16),
    'xyzzy',
    'o'.repeat(100),
    'the of to and or it is in',
  ];
  for (const question of questions) expect(searchPage(question, 'en').length).toBeLessThan(40_000);
});
