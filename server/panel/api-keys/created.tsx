import type { VNode } from 'preact';
import type { IssuedKey } from '../../accounts/api-keys/issue.ts';
import { CopyBlock } from '../kit/elements/copy-block.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { MessageTitle } from '../kit/elements/message-title.tsx';
import { words as shared } from '../kit/words.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { words } from './created-words.ts';
import { curlFor, exportFor, typescriptFor } from './first-call.ts';

interface NewKey extends IssuedKey {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The only page that ever shows a key. */
export function createdPage(request: PanelRequest, key: NewKey): PanelResponse {
  const text = words[request.locale];
  return page({
    title: text.createdTitle,
    section: 'api-keys',
    secret: true,
    body: (
      <>
        <Heading title={text.createdTitle} intro={<bdi>{key.name}</bdi>} />
        <section class="once" aria-label={text.createdOnce}>
          <p>
            <strong>{text.createdOnce}</strong> {text.createdSafe}
          </p>
          <CopyBlock inline copyLabel={shared[request.locale].copy} text={key.key} />
        </section>
        <FirstCall request={request} newKey={key} />
        <p class="actions">
          <a class="button primary" href="/panel/keys">
            {text.done}
          </a>
          <a class="button" href={`/panel/keys/${key.id}`}>
            {text.toKey}
          </a>
        </p>
      </>
    ),
  });
}

function FirstCall({ request, newKey }: { request: PanelRequest; newKey: NewKey }): VNode {
  const { key, scopes } = newKey;
  const text = words[request.locale];
  const origin = apiOrigin(request);
  const { copy } = shared[request.locale];
  return (
    <section>
      <h2>{text.tryIt}</h2>
      <CopyBlock title={text.curl} copyLabel={copy} text={curlFor(origin, scopes, key)} />
      <CopyBlock title={text.environment} copyLabel={copy} text={exportFor(key)} />
      <CopyBlock title={text.typescript} copyLabel={copy} text={typescriptFor(origin, scopes)} />
    </section>
  );
}

/** The form was sent a second time, by reloading the page with the key for instance. */
export function formUsedPage({ locale }: PanelRequest): PanelResponse {
  const text = words[locale];
  return page({
    title: text.usedTitle,
    section: 'api-keys',
    status: 409,
    body: (
      <section class="message">
        <MessageTitle>{text.usedTitle}</MessageTitle>
        <p>{text.usedText}</p>
        <p class="actions">
          <a class="button primary" href="/panel/keys">
            {text.usedButton}
          </a>
        </p>
      </section>
    ),
  });
}
