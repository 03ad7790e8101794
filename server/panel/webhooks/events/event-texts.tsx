import type { VNode } from 'preact';
import type { CatalogueEntry, Sentence } from '../../../events/catalogue.ts';
import { CodeBox } from '../../kit/elements/code-box.tsx';
import type { Locale } from '../../kit/language/locale.ts';
import { Prose } from '../../requests/prose.tsx';
import { words } from './words.ts';

interface EventProps {
  readonly locale: Locale;
  readonly event: CatalogueEntry;
}

/** When an event is sent and when it isn't, in the contract's words. */
export const EventHint = ({ locale, event, id }: EventProps & { readonly id?: string }): VNode => (
  <div class="hint" id={id}>
    <Sentences locale={locale} sentences={event.fires} />
    <br />
    {words[locale].doesNotFire} <Sentences locale={locale} sentences={event.doesNotFire} />
  </div>
);

const Sentences = ({ locale, sentences }: { locale: Locale; sentences: readonly Sentence[] }): VNode => (
  <Prose text={sentences.map((sentence) => sentence[locale]).join(' ')} />
);

export const EventExample = ({ locale, event: { kind, example } }: EventProps): VNode => (
  <details>
    <summary>{words[locale].example(kind)}</summary>
    <CodeBox label={words[locale].example(kind)}>{example}</CodeBox>
  </details>
);
