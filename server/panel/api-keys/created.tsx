import type { IssuedKey } from '../../accounts/api-keys/issue.ts';
import { CopyBlock, LinkButton } from '../kit/index.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { messagePage } from '../request/message-page.tsx';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { curlFor, exportFor, typescriptFor } from './first-call.ts';
import { words } from './words.ts';

interface NewKey extends IssuedKey {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The only page that ever shows a key. */
export function createdPage(request: PanelRequest, key: NewKey): PanelResponse {
  const { locale } = request;
  const text = words[locale];
  return page(
    { title: text.createdTitle, secret: true, heading: { intro: <bdi>{key.name}</bdi> } },
    <section class="once" aria-label={text.createdOnce}>
      <p>
        <strong>{text.createdOnce}</strong> {text.createdSafe}
      </p>
      <CopyBlock inline text={key.key} />
    </section>,
    <FirstCall newKey={key} />,
    <p class="actions">
      <LinkButton href="/panel/keys" look="primary">
        {text.done}
      </LinkButton>
      <LinkButton href={`/panel/keys/${key.id}`}>{text.seeKey}</LinkButton>
    </p>,
  );
}

function FirstCall({ newKey: { key, scopes } }: { readonly newKey: NewKey }) {
  const request = useRequest();
  const text = words[request.locale];
  const origin = apiOrigin(request);
  return (
    <section>
      <h2>{text.tryIt}</h2>
      <CopyBlock title={text.curl} text={curlFor(origin, scopes, key)} />
      <CopyBlock title={text.environment} text={exportFor(key)} />
      <CopyBlock title={text.typescript} text={typescriptFor(origin, scopes)} />
    </section>
  );
}

interface UsedTexts {
  readonly usedTitle: string;
  readonly usedText: string;
  readonly usedButton: string;
}

/** The form was sent a second time, by reloading the page with the key for instance. */
export const formUsedPage = (text: UsedTexts, href = '/panel/keys'): PanelResponse =>
  messagePage(
    { title: text.usedTitle, status: 409 },
    <p>{text.usedText}</p>,
    <p class="actions">
      <LinkButton href={href} look="primary">
        {text.usedButton}
      </LinkButton>
    </p>,
  );
