import { describe, expect, it } from 'vitest';
import { LANGUAGES, WORDS } from '../../../../openapi/pages/layout/languages.ts';
import { bundle, contractOperations, problems, scopes } from '../../../../server/base/contract.ts';
import { pagesContract } from '../../../support/docs-sources.ts';
import { guides } from '../../../support/guides.ts';
import { pageText } from '../../../support/page-text.ts';
import { sharedEnvironment } from '../../../support/shared-environment.ts';

const environment = sharedEnvironment();
const slugs = pagesContract.chapters;
const get = (path: string): Promise<Response> => fetch(environment().baseUrl + path, { redirect: 'manual' });
const textAt = async (path: string): Promise<string> => (await get(path)).text();

const pathOf = (language: 'en' | 'pt', slug: string): string => `${WORDS[language].guidesPath}/${slug}`;
const pages = LANGUAGES.flatMap((language) =>
  slugs.map((slug) => ({ language, slug, path: pathOf(language, slug) })),
);
const idsOf = (page: string): string[] => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const linksOf = (page: string): string[] =>
  [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);

it('has a page for each chapter, which the contract lists by its title', () => {
  expect([...slugs].sort()).toEqual(Object.keys(guides.en).sort());
  const titles = slugs.map(
    (slug) => `[${guides.en[slug]!.split('\n', 1)[0]!.slice(2)}](/docs/guides/${slug})`,
  );
  for (const title of titles) expect(bundle.info.description).toContain(title);
});

describe.each(pages)('$path', ({ language, slug, path }) => {
  it('has a table of contents, its neighbours, and the same page in the other language', async () => {
    const response = await get(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const page = await response.text();
    expect(page).toContain(`<html lang="${WORDS[language].tag}">`);
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    const [, contents] = /<nav class="contents"[^>]*>(.*?)<\/nav>/s.exec(page)!;
    const headings = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => `#${id}`);
    expect(linksOf(contents!)).toEqual(headings);
    expect(headings.length).toBeGreaterThan(1);
    const [, neighbours] = /<nav class="neighbours"[^>]*>(.*?)<\/nav>/s.exec(page)!;
    const position = slugs.indexOf(slug);
    const around = [slugs[position - 1], slugs[position + 1]].filter((one) => one !== undefined);
    expect(linksOf(neighbours!)).toEqual(around.map((one) => pathOf(language, one)));
    const other = language === 'en' ? 'pt' : 'en';
    expect(linksOf(page)).toContain(pathOf(other, slug));
  });

  it('runs nothing, and has no link within a link', async () => {
    const response = await get(path);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=|src=/);
    expect(page).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s);
  });

  it('links only to what exists', async () => {
    const page = await textAt(path);
    for (const link of linksOf(page)) expect([link, await leadsTo(link, path)]).toEqual([link, true]);
  });
});

/** The ids on each page that was asked for; none if there is no such page. */
const found = new Map<string, Promise<ReadonlySet<string> | undefined>>();

/** Whether a link leads to a page, and to an element of it. */
async function leadsTo(link: string, from: string): Promise<boolean> {
  const { pathname, hash, origin } = new URL(link, `http://docs${from}`);
  if (origin !== 'http://docs') return false;
  if (!found.has(pathname))
    found.set(
      pathname,
      get(pathname).then(async (response) =>
        response.status === 200 ? new Set(idsOf(await response.text())) : undefined,
      ),
    );
  const ids = await found.get(pathname);
  return ids !== undefined && (hash === '' || ids.has(hash.slice(1)));
}

it('links operations and problem codes where a chapter names them', async () => {
  const page = await textAt('/docs/guides/idempotency');
  expect(page).toContain('<a href="/docs/reference/listOrders"><code>GET /orders</code></a>');
  expect(page).toContain(
    '<a href="/docs/problems/idempotency_key_reused"><code>idempotency_key_reused</code></a>',
  );
});

it('knows every operation, path and problem code that a chapter mentions', () => {
  const operations = new Set(contractOperations.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  for (const [slug, markdown] of Object.entries(guides.en)) {
    for (const [, name] of markdown.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g))
      expect([slug, name, operations.has(name!)]).toEqual([slug, name, true]);
    for (const [, code] of markdown.matchAll(/\| [45]\d\d \| `(\w+)`/g))
      expect(problems).toHaveProperty(code!);
  }
});

it('lists every scope', () => {
  const listed = [...guides.en.authentication!.matchAll(/\| `(\w+\.read)` \| `(\w+\.write)` \|/g)];
  expect(listed.flatMap(([, read, write]) => [read, write]).sort()).toEqual([...scopes].sort());
});

it.each(LANGUAGES)('lists the chapters in the order of the contract: %s', async (language) => {
  const page = await textAt(WORDS[language].guidesPath);
  const listed = linksOf(page.split('<dl class="titles">')[1]!).filter((link) =>
    slugs.some((slug) => link === pathOf(language, slug)),
  );
  expect([...new Set(listed)]).toEqual(slugs.map((slug) => pathOf(language, slug)));
});

it.each(['guides', 'guides/pt', 'workflows', 'problems', 'webhooks', 'webhooks/pt', 'deprecation', 'search'])(
  'finds /docs/%s with a slash at the end',
  async (name) => {
    const response = await get(`/docs/${name}/`);
    expect([response.status, response.headers.get('Location')]).toEqual([308, `/docs/${name}`]);
    expect((await get(`/docs/${name}`)).status).toBe(200);
  },
);

it('keeps the question of a search with a slash at the end', async () => {
  expect((await get('/docs/search/?q=cursor&lang=pt')).headers.get('Location')).toBe(
    '/docs/search?q=cursor&lang=pt',
  );
});

it('says in the Portuguese menu which pages are in English', async () => {
  const [, menu] = /<nav>(.*?)<\/nav>/s.exec(await textAt('/docs/guides/pt'))!;
  const marked = [...menu!.matchAll(/href="([^"]+)" hreflang="en">[^<]+<small>\(em inglês\)/g)];
  expect(marked.map(([, href]) => href)).toEqual(['/docs/#try']);
  expect(await textAt('/docs/guides')).not.toContain('em inglês');
});

it.each(['nothing', 'pt/nothing', 'Totals', '__proto__', 'totals.html', 'en/totals', 'totals/'])(
  'responds 404 for the guide %s',
  async (name) => expect((await get(`/docs/guides/${name}`)).status).toBe(404),
);

it('has each guide as Markdown, in both languages', async () => {
  for (const [path, title] of [
    ['totals', '# How a total is computed'],
    ['pt/totals', '# Como'],
  ] as const) {
    const response = await get(`/docs/guides/${path}.md`);
    expect(response.headers.get('content-type')).toContain('text/markdown');
    expect(await response.text()).toMatch(new RegExp(`^${title}`));
  }
});

it('starts with a curl command, a program and the way to everything else, without JavaScript', async () => {
  const page = await textAt('/docs/');
  const [before] = page.split('<div id="swagger-ui">');
  expect(pageText(before!)).toContain(`export TRADEPOST_URL=${environment().baseUrl}\n`);
  expect(pageText(before!)).toContain('curl -H "Authorization: Bearer $TRADEPOST_API_KEY" \\');
  expect(pageText(before!)).toContain("import { Tradepost } from '@tradepost/sdk';");
  const links = [
    '/docs/guides',
    '/docs/guides/pt',
    '/docs/workflows',
    '/docs/problems',
    '/docs/webhooks',
    '/docs/guides/sdk',
    '/openapi.json',
  ];
  expect(linksOf(before!)).toEqual(expect.arrayContaining(links));
  for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
});
