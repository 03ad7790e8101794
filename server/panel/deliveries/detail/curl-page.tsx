import type { VNode } from 'preact';
import type { Attempt, DeliveryDetail } from '../../../webhooks/queue/delivery-detail.ts';
import { CopyBlock } from '../../elements/copy-block.tsx';
import { Heading } from '../../elements/heading.tsx';
import type { Locale } from '../../language/locale.ts';
import { words as shared } from '../../words.ts';
import { LIST_PATH } from '../list/list-query.ts';
import { visibleText } from '../visible-text.ts';
import { words } from './words.ts';

interface CurlPageProps {
  readonly locale: Locale;
  readonly delivery: DeliveryDetail;
  /** The one that was shown. The command goes to the endpoint's present URL, as a resend does. */
  readonly attempt: Attempt | undefined;
  /** Undefined when nothing can be signed. */
  readonly command: string | undefined;
}

export function CurlPage({ locale, delivery, attempt, command }: CurlPageProps): VNode {
  const w = words[locale];
  const { id, kind, url } = delivery;
  return (
    <>
      <Heading title={w.copyCurl} intro={kind}>
        <a class="button" href={`${LIST_PATH}?open=${id}`}>
          {w.back}
        </a>
      </Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive. */}
      <section class="curl-command" aria-label={w.copyCurl} tabIndex={0}>
        <p class="hint">{command === undefined ? w.curlImpossible : w.curlNote(visibleText(url))}</p>
        {attempt === undefined || attempt.url === url ? null : (
          <p class="hint">{w.curlOtherUrl(visibleText(attempt.url))}</p>
        )}
        {command === undefined ? null : <CopyBlock text={command} copyLabel={shared[locale].copy} />}
      </section>
    </>
  );
}
