import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { inSequence } from '../../../server/http/express-app.ts';

/** What is sent: which handlers ran, and the error that the application got. */
async function respond(...handlers: readonly RequestHandler[]): Promise<string> {
  const app = express();
  const onError: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.send(`${res.locals.ran} ${error.message}`);
  const onEnd: RequestHandler = (_req, res) => void res.send(String(res.locals.ran));
  app.use(inSequence(handlers), onEnd, onError);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
}

const note =
  (name: string): RequestHandler =>
  (_req, res, next) => {
    res.locals.ran = (res.locals.ran ?? '') + name;
    next();
  };
const later: RequestHandler = async (_req, _res, next) => {
  await new Promise(setImmediate);
  next();
};
const fail = (): never => {
  throw new Error('failed');
};

it('handlers run one after the other, also after one that waits', async () => {
  expect(await respond(note('a'), later, note('b'), note('c'))).toBe('abc');
});

const failures: [string, RequestHandler][] = [
  ['throws', fail],
  ['rejects', async () => fail()],
  ['passes an error on', (_req, _res, next) => next(new Error('failed'))],
];
it.each(failures)('the rest is left out when a handler %s', async (_how, failing) => {
  expect(await respond(note('a'), failing, note('b'))).toBe('a failed');
  expect(await respond(note('a'), later, failing, note('b'))).toBe('a failed');
});
