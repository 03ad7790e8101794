import { CopyBlock } from './copy.tsx';
import { useLocale } from './language/reader.ts';
import { words } from './words.ts';

/** Forwards events to a program on one's own computer. */
export const listenCommand = (program: string, apiOrigin: string): string =>
  `TRADEPOST_API_KEY=tp_… ${program} listen --base-url ${apiOrigin} \\\n  --forward http://localhost:4000/hooks`;

/** How to receive events without an endpoint, from the package and from a checkout. */
export function ListenCommands({ apiOrigin }: { readonly apiOrigin: string }) {
  const { forProgrammers, listenByNpx, listenBySource } = words[useLocale()];
  return (
    <details>
      <summary>{forProgrammers}</summary>
      <CopyBlock title={listenByNpx} text={listenCommand('npx @tradepost/sdk', apiOrigin)} />
      <CopyBlock title={listenBySource} text={listenCommand('node sdk/dist/listen.js', apiOrigin)} />
    </details>
  );
}
