import { expect, it } from 'vitest';
import { recoveryHash } from '../../../server/accounts/second-factor/recovery-codes.ts';
import {
  base32,
  codeAt,
  inFours,
  keyUri,
  stepAt,
  stepOfCode,
} from '../../../server/accounts/second-factor/rules/totp.ts';

const KEY = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1.
it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])("has the RFC's code at %i s", (seconds, code) => {
  expect(codeAt(KEY, stepAt(seconds * 1000), 8)).toBe(code);
  expect(codeAt(KEY, stepAt(seconds * 1000))).toBe(code.slice(2));
});

// RFC 4226, appendix D.
it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  "has the RFC's code %s",
  (code) => {
    const codes = Array.from({ length: 10 }, (_, step) => codeAt(KEY, step));
    expect(codes).toContain(code);
  },
);

it('accepts the code of one step before and after, and no other', () => {
  const nowMs = 1111111111_000;
  const now = stepAt(nowMs);
  const accepted = [-2, -1, 0, 1, 2].map((off) => stepOfCode(KEY, codeAt(KEY, now + off), nowMs, 0));
  expect(accepted).toEqual([undefined, now - 1, now, now + 1, undefined]);
});

it('accepts no code twice, and none before the last one', () => {
  const nowMs = 1111111111_000;
  const now = stepAt(nowMs);
  expect(stepOfCode(KEY, codeAt(KEY, now), nowMs, now)).toBeUndefined();
  expect(stepOfCode(KEY, codeAt(KEY, now - 1), nowMs, now)).toBeUndefined();
  expect(stepOfCode(KEY, codeAt(KEY, now + 1), nowMs, now)).toBe(now + 1);
});

it("writes a key as apps take it: RFC 4648's base32, in fours for people, and as a URI that names the account", () => {
  const letters = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  expect(letters).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  expect(inFours(base32(KEY))).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
  const uri = new URL(keyUri(KEY, 'Tradepost Café & Cia', 'ana@serraalta.com.br'));
  expect(decodeURIComponent(uri.pathname)).toContain('Tradepost Café & Cia:ana@serraalta.com.br');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Tradepost Café & Cia',
  });
});

it('knows a recovery code however it was typed', () => {
  expect(recoveryHash('abcd efgh ijkl mnop')).toBe(recoveryHash('ABCD-EFGH-IJKL-MNOP'));
});
