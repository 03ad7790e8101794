import type { VNode } from 'preact';
import { dictionary } from '../language/dictionary.ts';
import type { Locale } from '../language/locale.ts';
import { words as shared } from '../words.ts';
import { CopyBlock } from './copy-block.tsx';

const words = dictionary({
  pt: {
    npx: 'Para ver eventos no seu computador, sem endereço público:',
    source: 'Se o npx não acha o pacote, use o código-fonte do Tradepost, depois de npm ci:',
  },
  en: {
    npx: 'To see events on your computer, without a public address:',
    source: "If npx doesn't find the package, use the source code of Tradepost, after npm ci:",
  },
});

interface ListenCommandsProps {
  readonly locale: Locale;
  readonly apiOrigin: string;
}

/** How to receive events without an endpoint, from the package and from a checkout. */
export function ListenCommands({ locale, apiOrigin }: ListenCommandsProps): VNode {
  const w = words[locale];
  const copyLabel = shared[locale].copy;
  const command = (program: string): string =>
    `TRADEPOST_API_KEY=tp_… ${program} listen --base-url ${apiOrigin} \\\n  --forward http://localhost:4000/hooks`;
  return (
    <>
      <CopyBlock title={w.npx} text={command('npx @tradepost/sdk')} copyLabel={copyLabel} />
      <CopyBlock title={w.source} text={command('node sdk/dist/listen.js')} copyLabel={copyLabel} />
    </>
  );
}
