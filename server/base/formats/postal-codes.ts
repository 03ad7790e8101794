import { findState, type State } from './states.ts';

/**
 * Where each range of CEPs begins, by the first five digits, and the state that Correios gave it (Busca Faixa de CEP). A
 * range ends where the next one begins. AM and RR alternate, and so do DF and GO. `--` isn't compared with a state: nothing is
 * assigned below 01000, and 78900 to 78999 was Rondônia's before it moved to 76800, so older addresses may have either.
 */
const RANGES = `
  00000 --, 01000 SP, 20000 RJ, 29000 ES, 30000 MG, 40000 BA, 49000 SE, 50000 PE, 57000 AL, 58000 PB, 59000 RN, 60000 CE,
  64000 PI, 65000 MA, 66000 PA, 68900 AP, 69000 AM, 69300 RR, 69400 AM, 69900 AC, 70000 DF, 72800 GO, 73000 DF, 73700 GO,
  76800 RO, 77000 TO, 78000 MT, 78900 --, 79000 MS, 80000 PR, 88000 SC, 90000 RS`
  .split(',')
  .map((entry) => entry.trim().split(' ') as [from: string, abbreviation: string]);

/** The state of a CEP, with or without its hyphen. Undefined if its range isn't one state's. */
export function stateOfPostalCode(postalCode: string): State | undefined {
  const [, abbreviation] = RANGES.findLast(([from]) => from <= postalCode.slice(0, 5))!;
  return findState(abbreviation);
}
