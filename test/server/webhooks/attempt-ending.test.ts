import { expect, it } from 'vitest';
import { endingOf, failureDetail } from '../../../server/webhooks/send/attempt-ending.ts';

const connection = (detail: string, responseStatus: number | null = null) =>
  endingOf({ outcome: 'connection', detail, responseStatus });

it.each([
  ['connection', 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH UND_ERR_CONNECT_TIMEOUT CERT_HAS_EXPIRED'],
  [
    'connection',
    'DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE EPROTO',
  ],
  ['closed', 'UND_ERR_SOCKET ECONNRESET EPIPE UND_ERR_DESTROYED ETIMEDOUT SOMETHING_NEW'],
  [
    'invalid',
    'HTTPParserError HPE_INVALID_CONSTANT UND_ERR_HEADERS_OVERFLOW ANSWER_TOO_LONG TOO_MANY_INFORMATIONAL',
  ],
] as const)('a failed connection is "%s" with %s', (ending, codes) => {
  for (const code of codes.split(' ')) expect(connection(code), code).toBe(ending);
});

it('a response that breaks off after its headers is invalid, whatever the code', () => {
  expect(connection('UND_ERR_SOCKET', 200)).toBe('invalid');
});

it('the stored text says when a code came, where that is not the usual time', () => {
  expect(failureDetail('ECONNREFUSED', false)).toBe('ECONNREFUSED');
  expect(failureDetail('UND_ERR_SOCKET', true)).toBe('UND_ERR_SOCKET');
  expect(failureDetail('ECONNRESET', false)).toBe('connect ECONNRESET');
  expect(connection('connect ECONNRESET')).toBe('connection');
  expect(failureDetail('EHOSTUNREACH', true)).toBe('read EHOSTUNREACH');
  expect(connection('read EHOSTUNREACH')).toBe('closed');
});

it.each(['accepted', 'refused', 'timeout', 'address', 'lost'])('%s is an ending of its own', (outcome) => {
  expect(endingOf({ outcome, detail: null, responseStatus: null })).toBe(outcome);
});

it('an attempt that is under way has none', () => {
  expect(endingOf({ outcome: null, detail: null, responseStatus: null })).toBeUndefined();
});
