import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gtinIssue } from '../../../server/base/formats/gtin.ts';
import {
  isCnpj,
  isCpf,
  normalizeTaxId,
  taxIdIssues,
  withoutMask,
} from '../../../server/base/formats/tax-id.ts';

const isGtin = (text: string): boolean => gtinIssue(text) === undefined;

interface Numbers {
  valid: string[];
  invalid: string[];
}

const file = new URL('../../vectors/brazil-ids.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
  cpf: Numbers;
  cnpj: Numbers;
  gtin: Numbers;
  masked: [string, string][];
};

describe.each([
  ['a CPF', isCpf, vectors.cpf],
  ['a CNPJ', isCnpj, vectors.cnpj],
  ['a GTIN', isGtin, vectors.gtin],
] as const)('%s', (_kind, isValid, { valid, invalid }) => {
  it.each(valid)('can be %s', (number) => expect(isValid(number)).toBe(true));
  it.each(invalid)('cannot be %s', (number) => expect(isValid(number)).toBe(false));

  // Modulo 11 a letter can equal a digit, so only digits are changed.
  it.each(valid)('cannot be %s with one digit changed', (number) => {
    const changed = [...number.matchAll(/\d/g)].map(
      ({ 0: digit, index }) => number.slice(0, index) + ((Number(digit) + 1) % 10) + number.slice(index + 1),
    );
    expect(changed.filter(isValid)).toEqual([]);
  });
});

it.each(vectors.masked)('strips the mask from %s', (masked, plain) => {
  expect(withoutMask(masked)).toBe(plain);
});

describe('the type of a tax id', () => {
  it.each([
    [
      'is cpf for a person',
      { type: 'person', tax_id: '529.982.247-25' },
      { tax_id: '52998224725', tax_id_type: 'cpf' },
    ],
    [
      'is cnpj for a company',
      { type: 'company', tax_id: '12.abc.345/01de-35' },
      { tax_id: '12ABC34501DE35', tax_id_type: 'cnpj' },
    ],
    [
      'is the given one',
      { type: 'person', tax_id: '11222333000181', tax_id_type: 'cnpj' },
      { tax_id: '11222333000181', tax_id_type: 'cnpj' },
    ],
    [
      'may be foreign, whose text is only trimmed',
      { type: 'company', tax_id: ' de-12.3/a ', tax_id_type: 'foreign' },
      { tax_id: 'de-12.3/a', tax_id_type: 'foreign' },
    ],
    [
      'is null without a tax id',
      { type: 'person', tax_id: null, tax_id_type: 'cpf' },
      { tax_id: null, tax_id_type: null },
    ],
  ])('%s', (_case, given, kept) => {
    expect(taxIdIssues(given)).toEqual([]);
    expect(normalizeTaxId(given)).toEqual(kept);
  });

  it.each([
    [{ type: 'company', tax_id: '52998224725' }],
    [{ type: 'person', tax_id: '11222333000181' }],
    [{ type: 'person', tax_id: '---' }],
    [{ type: 'person', tax_id: '  ', tax_id_type: 'foreign' }],
  ])('must match the number: refuses %j', (given) => {
    expect(taxIdIssues(given)).toMatchObject([{ pointer: '#/tax_id', code: 'invalid_tax_id' }]);
  });

  it.each([
    [{ type: 'person', tax_id: 'CNPJ 11.222.333/0001-81' }, 'is a CNPJ, not a CPF: send the type company, '],
    [{ type: 'company', tax_id: '529.982.247-25' }, 'is a CPF, not a CNPJ: send the type person, '],
    [{ type: 'company', tax_id: '11.222.333/0001-82' }, 'is not a valid cnpj$'],
    [{ type: 'company', tax_id: 'CNPJ 11.222.333/0001-8' }, 'is not a valid cnpj: it has 13 digits, not 14$'],
    [{ type: 'company', tax_id: '11.222.333/0001-811' }, 'is not a valid cnpj: it has 15 digits, not 14$'],
    [{ type: 'person', tax_id: '529.982.247-2' }, 'is not a valid cpf: it has 10 digits, not 11$'],
    [{ tax_id: '529.982.247-2' }, 'is not a valid cpf or cnpj: it has 10 digits, not 11 or 14$'],
    [{ type: 'company', tax_id: '11.222.333/OOO1-81' }, 'is not a valid cnpj: it has the letter O where a 0'],
    [{ type: 'person', tax_id: 'O52998224' }, 'is not a valid cpf: it has 9 characters, not 11$'],
  ])('says what it is instead: %j', (given, detail) => {
    expect(taxIdIssues(given)[0]!.detail).toMatch(new RegExp(`^${detail}`));
  });

  it.each([
    ['CNPJ: 11.222.333/0001-81', '11222333000181'],
    ['cnpj nº 11.222.333/0001-81', '11222333000181'],
    ['CPF 529.982.247-25', '52998224725'],
    ['11.222.333/0001\u201381', '11222333000181'],
    ['529\u2010982\u2011247\u221225', '52998224725'],
    // A CNPJ with letters, which happens to begin like this.
    ['CP.F12.345/0001-31', 'CPF12345000131'],
  ])('is stored without the word before it: %s', (typed, kept) => {
    expect(withoutMask(typed)).toBe(kept);
  });
});
