import type { VisitorRequest } from './route.ts';

const NAME = { pt: 'quem opera o Tradepost', en: 'whoever runs Tradepost' } as const;

/** Whom to ask, with how to reach them if the operator has set it: `whoever runs Tradepost (help@example.com)`. */
export const operatorName = ({ locale, deps: { config } }: VisitorRequest): string =>
  config.operatorContact === undefined ? NAME[locale] : `${NAME[locale]} (${config.operatorContact})`;
