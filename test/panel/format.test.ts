import { describe, expect, it } from 'vitest';
import { createFormat } from '../../server/panel/kit/language/format.ts';

const NOW = Date.parse('2027-01-01T12:00:00-03:00');

describe('a time', () => {
  it.each([
    ['today', '2027-01-01T09:05:07-03:00', '09:05', '9:05 AM'],
    ['this year, where the tenant is', '2027-01-02T02:59:00Z', '23:59', '11:59 PM'],
    ['of another year', '2026-11-21T14:02:00-03:00', '21 de nov. de 2026, 14:02', 'Nov 21, 2026, 2:02 PM'],
  ])('%s', (_name, iso, portuguese, english) => {
    const inEnglish = createFormat('en', 'America/Sao_Paulo', NOW).time(new Date(iso).toISOString());
    expect(createFormat('pt', 'America/Sao_Paulo', NOW).time(new Date(iso).toISOString())).toBe(portuguese);
    expect(inEnglish.replaceAll('\u202f', ' ')).toBe(english);
  });

  it('of another day of this year has no year', () => {
    const format = createFormat('pt', 'America/Sao_Paulo', Date.parse('2026-12-31T12:00:00-03:00'));
    expect(format.time('2026-11-21T17:02:00.000Z')).not.toContain('2026');
  });
});
