/** ISO 3166-1, and XK for Kosovo, which ISO leaves to users and every shop system has. */
const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG
  CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
  GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA
  LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
  NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`;
const COUNTRIES = new Set(CODES.trim().split(/\s+/));
/** Brazil's other codes: ISO's, and Banco Central's, which an NF-e has. */
const BRAZIL = /^(bra|0?1058|076)$/i;

/** By its letters alone: in lower case, without accents and punctuation. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
    .replace(/^the /, '')
    // U.S.A.
    .replaceAll(/\b([a-z]) (?=[a-z]\b)/g, '$1');

/** What people say beside the names of CLDR: parts for the whole, former and official names, abbreviations. */
const OTHER_NAMES = `
  AE: uae, emirados arabes; CD: republica democratica do congo, democratic republic of the congo; CG: republica do congo, republic of the congo; CI: ivory coast; CN: republica popular da china, people s republic of china; CZ: czech republic, republica tcheca;
  GB: gra bretanha, great britain, inglaterra, england, escocia, scotland, pais de gales, wales, irlanda do norte, northern ireland;
  KR: coreia, korea, republica da coreia, republic of korea; MK: macedonia; MM: birmania, burma; NL: holanda, holland; RU: federacao russa,
  russian federation; SG: cingapura; SZ: suazilandia, swaziland; TL: east timor; TR: turkey; VA: vaticano, vatican; VN: viet nam;
  US: usa, estados unidos da america, united states of america`;

let byName: ReadonlyMap<string, string> | undefined;

/** The countries by their names in Unicode's CLDR, long and short: `Estados Unidos` and `EUA`. No two have one name. */
function codesByName(): ReadonlyMap<string, string> {
  const inLanguages = ['pt', 'pt-PT', 'en'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    ),
  );
  const named = inLanguages.flatMap((names) =>
    [...COUNTRIES].map((code) => ({ code, name: names.of(code) })),
  );
  const others = OTHER_NAMES.split(';').flatMap((line) => {
    const [code = '', names = ''] = line.split(':');
    return names.split(',').map((name) => [folded(name), code.trim()] as const);
  });
  return new Map([
    ...others,
    // `Mianmar (Birmânia)` and `Hong Kong, RAE da China` are Mianmar and Hong Kong, too.
    ...named.map(
      ({ code, name = '' }) => [folded(name.replace(/ \(.*|(,? RAE da| SAR) China$/, '')), code] as const,
    ),
    // After the parts: São Martinho is a country, and a part of `São Martinho (Sint Maarten)`.
    ...named.map(({ code, name = '' }) => [folded(name), code] as const),
  ]);
}

/** The code of a country, from its name, too. A text that isn't one stays as it is. */
export function normalizeCountry(text: string): string {
  const code = text.trim();
  if (BRAZIL.test(code)) return 'BR';
  const upper = code.toUpperCase();
  if (COUNTRIES.has(upper)) return upper;
  byName ??= codesByName();
  return byName.get(folded(code)) ?? (/^[A-Z]{2}$/.test(upper) ? upper : text);
}

/** What is wrong with the code of a country, for an issue; undefined if nothing is. */
export function countryIssue(text: string): string | undefined {
  if (/^\d{3,5}$/.test(text))
    return "is a number, as `cPais` of an NF-e: only Brazil's is taken; of another country send the ISO 3166-1 code of 2 letters, such as DE";
  if (!/^[A-Z]{2}$/.test(text))
    return 'must be the ISO 3166-1 code of a country, such as BR, or its name in Portuguese or English';
  return COUNTRIES.has(text) ? undefined : `is ${text}, which is the code of no country in ISO 3166-1`;
}
