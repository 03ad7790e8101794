import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { deprecationPage } from '../../../openapi/pages/deprecation-page.ts';
import { chaptersIn } from '../../../openapi/pages/guides/chapters.ts';
import { generated } from '../../../server/api/docs/pages.ts';
import { deprecation } from '../../../server/api/responses/deprecation.ts';
import { contractOperations, type Deprecation, type Operation } from '../../../server/base/contract.ts';
import { pagesContract } from '../../support/docs-sources.ts';
import { guides } from '../../support/guides.ts';

/** An invented operation, since none in the contract is deprecated. */
const madeUp = (given: Deprecation | undefined): Operation => ({
  ...contractOperations[0]!,
  path: '/old-products',
  deprecation: given,
});

/** A response of the operation, over a real socket. */
async function answerOf(operation: Operation, status: number): Promise<Response> {
  const app = express();
  app.get('/', ...deprecation(operation), (_req, res) => void res.status(status).json({}));
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const NAMES = ['Deprecation', 'Sunset', 'Link'];
const headersOf = ({ headers }: Response) => NAMES.map((name) => headers.get(name));

it.each([200, 401, 500])('adds the deprecation headers to a %i response', async (status) => {
  const response = await answerOf(madeUp({ at: '2027-01-31', sunset: '2028-02-01' }), status);
  expect(response.status).toBe(status);
  expect(headersOf(response)).toEqual([
    '@1801353600',
    'Tue, 01 Feb 2028 00:00:00 GMT',
    '</docs/deprecation>; rel="deprecation"; type="text/html"',
  ]);
});

it('adds no headers to an operation that is not deprecated', async () => {
  expect(headersOf(await answerOf(madeUp(undefined), 200))).toEqual([null, null, null]);
});

it('shows the policy and every deprecated operation on the page that the Link header points to', () => {
  const operation = { ...pagesContract.operations[0]!, route: 'GET /api/v1/old-products' };
  const deprecated = {
    ...operation,
    deprecated: true,
    'x-deprecated-at': '2027-01-31',
    'x-sunset-at': '2028-02-01',
  };
  const chapters = chaptersIn('en', guides, pagesContract);
  const page = deprecationPage([deprecated, operation], chapters, 'en');
  expect(page).toContain('at least 12');
  expect(
    page.match(
      /<td><code>GET \/api\/v1\/old-products<\/code><\/td><td>2027-01-31<\/td><td>2028-02-01<\/td>/g,
    ),
  ).toHaveLength(1);
  const served = generated.pages['/docs/deprecation']!;
  expect(served).toContain('None at the moment.');
  expect(served.split('<h1>')[1]).not.toContain('href="/docs/deprecation"');
  expect(generated.pages['/docs/deprecation/pt']).toContain('Nenhuma no momento.');
});
