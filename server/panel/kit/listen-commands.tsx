import type { VNode } from 'preact';
import { CopyBlock } from './copy.tsx';
import type { Locale } from './language/locale.ts';
import { words } from './words.ts';

/** Forwards events to a program on one's own computer. */
export const listenCommand = (program: string, apiOrigin: string): string =>
  `TRADEPOST_API_KEY=tp_… ${program} listen --base-url ${apiOrigin} \\\n  --forward http://localhost:4000/hooks`;

interface ListenCommandsProps {
  readonly locale: Locale;
  readonly apiOrigin: string;
}

/** How to receive events without an endpoint, from the package and from a checkout. */
export const ListenCommands = ({ locale, apiOrigin }: ListenCommandsProps): VNode => (
  <>
    <CopyBlock
      title={words[locale].listenByNpx}
      text={listenCommand('npx @tradepost/sdk', apiOrigin)}
      locale={locale}
    />
    <CopyBlock
      title={words[locale].listenBySource}
      text={listenCommand('node sdk/dist/listen.js', apiOrigin)}
      locale={locale}
    />
  </>
);
