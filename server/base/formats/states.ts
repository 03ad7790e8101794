export interface State {
  /** The IBGE code, with which codes of cities and access keys begin. */
  readonly code: string;
  readonly abbreviation: string;
  readonly name: string;
}

/** The 26 states and the Federal District. */
export const STATES: readonly State[] = `
  11 RO Rondônia, 12 AC Acre, 13 AM Amazonas, 14 RR Roraima, 15 PA Pará, 16 AP Amapá, 17 TO Tocantins, 21 MA Maranhão,
  22 PI Piauí, 23 CE Ceará, 24 RN Rio Grande do Norte, 25 PB Paraíba, 26 PE Pernambuco, 27 AL Alagoas, 28 SE Sergipe,
  29 BA Bahia, 31 MG Minas Gerais, 32 ES Espírito Santo, 33 RJ Rio de Janeiro, 35 SP São Paulo, 41 PR Paraná,
  42 SC Santa Catarina, 43 RS Rio Grande do Sul, 50 MS Mato Grosso do Sul, 51 MT Mato Grosso, 52 GO Goiás,
  53 DF Distrito Federal`
  .split(',')
  .map((entry) => {
    const [code, abbreviation, ...name] = entry.trim().split(' ');
    return { code: code!, abbreviation: abbreviation!, name: name.join(' ') };
  });

/** Without letter case and accents: people write `Parana`, too. */
const plain = (text: string): string =>
  text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').toLowerCase();

const BY_TEXT = new Map(
  STATES.flatMap((state) => [
    [plain(state.abbreviation), state],
    [plain(state.name), state],
  ]),
);
const BY_CODE = new Map(STATES.map((state) => [state.code, state]));

const LABEL = /^(?:uf|estado)(?:\s*[:=-]\s*|\s+(?:d[eoa]\s+)?)/;

/** The state of an abbreviation or a name: `PR`, `pr`, `Paraná`, `UF: PR`, `Estado do Paraná`. */
export const findState = (text: string): State | undefined => BY_TEXT.get(plain(text).replace(LABEL, ''));

/** The state of an IBGE code of a state or city, or of an access key. */
export const stateOfCode = (code: string): State | undefined => BY_CODE.get(code.slice(0, 2));
