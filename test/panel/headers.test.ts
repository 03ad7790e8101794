import { beforeAll, describe, expect, it } from 'vitest';
import { addUser, loggedIn, type PanelReply, Visitor } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type Look, looks } from './looks.ts';

const environment = sharedEnvironment({ env: { TRUST_PROXY: 'loopback' } });

/** One network asks for 500 pages in ten seconds at most. */
let addresses = 0;
const newAddress = (): string => `10.0.1.${++addresses}`;
let sample: SampleShop;
beforeAll(async () => {
  sample = await openSampleShop(environment());
});

const CSP = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
};

const visitorFor = ({ user }: Look, language: 'pt-BR' | 'en'): Promise<Visitor> =>
  user
    ? loggedIn(environment().baseUrl, sample.users[user], { language, address: newAddress() })
    : Promise.resolve(new Visitor(environment().baseUrl, { language, address: newAddress() }));

async function pageOf(visitor: Visitor, { path, post }: Look): Promise<PanelReply> {
  if (!post) return visitor.get(path);
  const reply = await visitor.post(path, post);
  return reply.location === undefined ? reply : visitor.get(reply.location);
}

describe.each(['pt-BR', 'en'] as const)('every page in %s', (language) => {
  it('is safe from scripts, frames and caches', async () => {
    for (const look of looks(sample)) {
      const visitor = await visitorFor(look, language);
      const { headers, text } = await pageOf(visitor, look);
      const directives = (headers.get('content-security-policy') ?? '').split(';');
      const csp = Object.fromEntries(
        directives.map((directive) => {
          const [name = '', ...values] = directive.trim().split(' ');
          return [name, values.join(' ')];
        }),
      );
      expect(csp, look.name).toEqual(CSP);
      expect(Object.fromEntries(headers), look.name).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(inlineCode(text), look.name).toEqual([]);
      expect(text, look.name).toContain(`<html lang="${language}"`);
    }
  });
});

/** Scripts and styles inside the HTML: elements, attributes, and addresses. */
const inlineCode = (html: string): string[] => [
  ...(html.match(/<script(?![^>]* src=)[^>]*>/g) ?? []),
  ...(html.match(/<style[^>]*>/g) ?? []),
  ...(html.match(/<[^>]* (style|on\w+)=[^>]*>/g) ?? []),
  ...(html.match(/(href|src|action)="(javascript|data):[^"]*/g) ?? []),
];

describe('the two ways to prove who one is', () => {
  it('the API refuses the session of the panel', async () => {
    const user = await addUser(environment(), sample.tenantId);
    const { cookies } = await loggedIn(environment().baseUrl, user);
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    for (const path of ['/api/v1/me', '/api/v1/orders']) {
      const response = await fetch(environment().baseUrl + path, { headers: { cookie } });
      expect(response.status).toBe(401);
    }
  });

  it('the panel refuses an API key', async () => {
    const visitor = new Visitor(environment().baseUrl);
    const { status, location } = await visitor.get('/panel/account', {
      Authorization: `Bearer ${sample.shop.key}`,
    });
    expect({ status, location }).toEqual({ status: 303, location: '/panel/login?next=%2Fpanel%2Faccount' });
  });
});
