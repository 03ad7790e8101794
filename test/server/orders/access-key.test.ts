import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessKeyIssue, numbersInAccessKey } from '../../../server/base/formats/nfe-key.ts';

const isAccessKey = (text: string): boolean => accessKeyIssue(text) === undefined;

const file = new URL('../../vectors/brazilian-fields.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
  access_key: { valid: string[]; invalid: string[] };
};

/** With the check digit that modulo 11 gives for the 43 characters. */
function withCheckDigit(body: string): string {
  const valid = [...'0123456789'].map((digit) => body + digit).filter(isAccessKey);
  return valid[0] ?? `${body}-`;
}

describe('an access key', () => {
  it.each(vectors.access_key.valid)('can be %s', (key) => expect(isAccessKey(key)).toBe(true));
  it.each(vectors.access_key.invalid)('cannot be "%s"', (key) => expect(isAccessKey(key)).toBe(false));

  // The remainders 0 and 1 share the check digit 0, so a change of one can give the other.
  it.each(vectors.access_key.valid.filter((key) => !key.endsWith('0')))(
    'cannot be %s with one digit changed',
    (key) => {
      const changed = [...key.matchAll(/\d/g)].map(
        ({ 0: digit, index }) => key.slice(0, index) + ((Number(digit) + 1) % 10) + key.slice(index + 1),
      );
      expect(changed.filter(isAccessKey)).toEqual([]);
    },
  );

  it.each([
    ['an NF-e', '412602112223330001815500100000056718361027', true],
    ['an NFC-e', '412602112223330001816500100000056718361027', true],
    ['a CF-e', '352602112223330001815900100000056718361027', true],
    ['a CT-e, which is no sale', '412602112223330001815700100000056718361027', false],
    ['the state 34, which does not exist', '342602112223330001815500100000056718361027', false],
    ['the month 13', '412613112223330001815500100000056718361027', false],
    ['the month 00', '412600112223330001815500100000056718361027', false],
    ['the year 2005', '410502112223330001815500100000056718361027', false],
    ['a wrong digit of the CNPJ', '412602112223330001825500100000056718361027', false],
    ['a CNPJ of zeros', '412602000000000000005500100000056718361027', false],
    ["a farmer's CPF after three zeros", '412602000529982247255592000000056718361027', true],
    ['a wrong digit of the CPF', '412602000529982247265592000000056718361027', false],
    ['a CPF after other digits', '412602100529982247255592000000056718361027', false],
  ])('with %s', (_what, body, valid) => {
    expect(isAccessKey(withCheckDigit(`${body}4`))).toBe(valid);
  });

  it.each([
    ['4126021122233300018155001000000567183610274', /44 characters; it has 43$/],
    ['4126021122233300018155001000000567183610274O', /digits, and capital letters only in the CNPJ/],
    ['34260211222333000181550010000005671836102749', /state code 34 /],
    ['41990011222333000181550010000005671836102749', /month 00 .* 01 to 12$/],
    ['41030211222333000181550010000005671836102749', /year 03 .* in 2006$/],
    ['41260211222333000182550010000005671836102749', /neither a valid CNPJ nor .* valid CPF/],
    ['41260211222333000181570010000005671836102749', /model 57 /],
    ['41260211222333000181550010000005671836102748', /check digit/],
  ])('"%s" has an issue that names its wrong part', (key, issue) => {
    expect(accessKeyIssue(key)).toMatch(issue);
  });

  it('has an issue that does not quote the tax id', () => {
    expect(accessKeyIssue('41260211222333000182550010000005671836102749')).not.toMatch(/\d{11}/);
  });

  it('names the number and the series of an NF-e', () => {
    expect(numbersInAccessKey('41260211222333000181550010000005671836102749')).toEqual({
      number: '567',
      series: '1',
    });
  });

  it('has no number and series in a CF-e', () => {
    expect(numbersInAccessKey('35260211222333000181590010000005671836102749')).toBeNull();
  });
});
