import { describe, expect, it } from 'vitest';
import {
  type AttemptFacts,
  type MeaningKind,
  meaningKind,
} from '../../../server/webhooks/send/meaning/kind.ts';
import { explain, meaningOf } from '../../../server/webhooks/send/meaning/meaning.ts';
import { MEANINGS } from '../../../server/webhooks/send/meaning/translations.ts';

const html = 'content-type: text/html; charset=utf-8';
const answered = (
  responseStatus: number,
  responseHeaders = 'content-type: application/json',
): AttemptFacts => ({
  outcome: 'refused',
  detail: null,
  responseStatus,
  responseHeaders,
  url: 'https://erp.example/hooks',
});
const failed = (detail: string, responseStatus?: number): AttemptFacts => ({
  outcome: 'connection',
  detail,
  responseStatus: responseStatus ?? null,
});

const RESPONSES: [kind: MeaningKind, statuses: number[], headers?: string][] = [
  ['redirectTo', [301, 302, 303, 307, 308], 'location: /v2/hooks'],
  ['redirectNowhere', [301, 302, 303, 307, 308]],
  ['rejected', [400, 422]],
  ['unauthorized', [401, 403]],
  ['blockPage', [401, 403, 429], html],
  ['notFound', [404], html],
  ['method', [405]],
  ['requestTimeout', [408]],
  ['conflict', [409]],
  ['gone', [410]],
  ['tooLarge', [413], html],
  ['mediaType', [415]],
  ['misdirected', [421]],
  ['headersTooLarge', [431]],
  ['throttled', [429]],
  ['throttledUntil', [429, 503], 'retry-after: 120'],
  ['gateway', [502, 520, 530]],
  ['gatewayTimeout', [504]],
  ['gatewayPage', [502, 503, 504, 522], html],
  ['unavailable', [503]],
  ['serverError', [500, 501, 507, 599]],
  ['otherStatus', [300, 304, 402, 406, 418, 451, 600]],
];

describe('what a response means', () => {
  it.each(RESPONSES)('%s', (...[kind, statuses, headers]) => {
    for (const status of statuses) expect(meaningKind(answered(status, headers)), String(status)).toBe(kind);
  });

  it('each is said where no headers were kept', () => {
    for (let status = 300; status < 600; status += 1)
      expect(explain({ ...answered(status), responseHeaders: null }, 'pt')).toContain(String(status));
  });

  it('a redirect says where to, whatever the form of its Location', () => {
    const said = (location: string) => explain(answered(301, `location: ${location}`), 'en');
    expect(said('/v2/hooks')).toContain('https://erp.example/v2/hooks');
    expect(said('https://novo.example/?a=1')).toContain('https://novo.example/?a=1');
    expect(said('//novo.example/')).toContain('https://novo.example/');
    expect(said('http://[')).toContain("doesn't say where");
    expect(said('https://novo.example/{code}')).toContain('%7Bcode%7D');
    expect(said(`https://novo.example/\u202e${'x'.repeat(9)}…`)).toContain('https://novo.example/xxxxxxxxx…');
  });

  it('a pause is said as people say times', () => {
    const said = (wait: string) => explain(answered(429, `retry-after: ${wait}`), 'pt');
    expect(said('30')).toContain('30 s');
    expect(said('600')).toContain('10 min');
    expect(said('86400')).toContain('24 h');
    expect(said('Wed, 21 Oct 2026 07:28:00 GMT')).toContain('Wed, 21 Oct 2026 07:28:00 GMT');
  });
});

const FAILURES: [kind: MeaningKind, detail: string, status?: number][] = [
  ['connectTimeout', 'UND_ERR_CONNECT_TIMEOUT'],
  ['connectTimeout', 'connect ETIMEDOUT'],
  ['connectionRefused', 'ECONNREFUSED'],
  ['connectionReset', 'connect ECONNRESET'],
  ['connectionReset', 'connect UND_ERR_SOCKET'],
  ['noRoute', 'EHOSTUNREACH'],
  ['dns', 'UNREACHABLE_NAME'],
  ['dns', 'ENOTFOUND'],
  ['certificateExpired', 'CERT_HAS_EXPIRED'],
  ['certificateNotYetValid', 'CERT_NOT_YET_VALID'],
  ['certificateSelfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['certificateSelfSigned', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['certificateName', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['certificateChain', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['certificateChain', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['tls', 'EPROTO'],
  ['tls', 'CERT_REVOKED'],
  ['closed', 'ECONNRESET'],
  ['closed', 'ETIMEDOUT'],
  ['closed', 'UND_ERR_SOCKET'],
  ['closed', 'read EPROTO'],
  ['closed', 'read EHOSTUNREACH'],
  ['closed', 'SOMETHING_NEW'],
  ['cutOff', 'UND_ERR_SOCKET', 200],
  ['responseTooLarge', 'ANSWER_TOO_LONG'],
  ['responseTooLarge', 'ANSWER_TOO_LONG', 200],
  ['responseTooLarge', 'UND_ERR_HEADERS_OVERFLOW'],
  ['notHttp', 'HPE_INVALID_CONSTANT'],
  ['notHttp', 'HTTPParserError'],
  ['aborted', 'UND_ERR_CLOSED'],
  ['aborted', 'UND_ERR_DESTROYED'],
];

describe('what a failure means', () => {
  it.each(FAILURES)('%s: %s %s', (...[kind, detail, status]) => {
    expect(meaningKind(failed(detail, status))).toBe(kind);
  });

  it.each([
    ['timeout', { outcome: 'timeout', detail: null, responseStatus: null }],
    ['bodyTimeout', { outcome: 'timeout', detail: null, responseStatus: 200 }],
    ['address', { outcome: 'address', detail: 'The host …', responseStatus: null }],
    ['lost', { outcome: 'lost', detail: null, responseStatus: null }],
    ['accepted', { outcome: 'accepted', detail: null, responseStatus: 204 }],
    [undefined, { outcome: null, detail: null, responseStatus: null }],
  ] as const)('%s', (kind, facts) => {
    expect(meaningKind(facts)).toBe(kind);
  });

  it('says that nothing was sent exactly where that is so', () => {
    for (const [kind, detail, status] of FAILURES.filter(([kind]) => kind !== 'aborted')) {
      const before = meaningOf(failed(detail, status), 'en')!.cause;
      const isSent = ['closed', 'cutOff', 'responseTooLarge', 'notHttp'].includes(kind);
      expect(before.includes('nothing was sent'), detail).toBe(!isSent);
      expect(before.includes('may have processed'), detail).toBe(isSent);
    }
  });
});

it('each meaning has a cause and something to do, in both languages', () => {
  for (const [kind, texts] of Object.entries(MEANINGS))
    for (const text of texts) expect(text.split(' → '), kind).toHaveLength(kind === 'accepted' ? 1 : 2);
});
