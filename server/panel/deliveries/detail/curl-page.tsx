import type { VNode } from 'preact';
import type { DeliveryDetail } from '../../../webhooks/log/delivery-detail.ts';
import { CopyBlock, type Locale } from '../../kit/index.ts';
import { visibleText } from '../visible-text.ts';
import { words } from './words.ts';

interface CurlPageProps {
  readonly locale: Locale;
  readonly delivery: DeliveryDetail;
  /** Where the command goes: where the attempt that was shown went. A resend goes to the endpoint's present URL. */
  readonly url: string;
  /** Undefined when nothing can be signed. */
  readonly command: string | undefined;
}

export function CurlPage({ locale, delivery: { url: presentUrl }, url, command }: CurlPageProps): VNode {
  const w = words[locale];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
    <section class="curl-command" aria-label={w.copyCurl} tabIndex={0}>
      <p class="hint">{command === undefined ? w.curlImpossible : w.curlNote(visibleText(url))}</p>
      {command === undefined || url === presentUrl ? null : (
        <p class="hint">
          <strong>{w.curlOtherUrl(visibleText(presentUrl))}</strong>
        </p>
      )}
      {command === undefined ? null : <CopyBlock text={command} locale={locale} />}
    </section>
  );
}
