import type { VisitorRequest } from './route.ts';

const NAME = { pt: 'quem dá suporte ao Tradepost', en: 'Tradepost support' } as const;

/** Whom to ask, with how to reach them if the operator has set it: `Tradepost support (help@example.com)`. */
export const operatorName = ({ locale, deps: { config } }: VisitorRequest): string =>
  config.operatorContact === undefined ? NAME[locale] : `${NAME[locale]} (${config.operatorContact})`;
