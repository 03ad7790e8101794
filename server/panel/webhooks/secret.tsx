import type { ComponentChildren } from 'preact';
import { lockEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { type RotatedSecret, revealSecret, rotateSecret } from '../../webhooks/endpoints/secrets.ts';
import { Confirm } from '../kit/elements/confirm.tsx';
import { CopyBlock } from '../kit/elements/copy-block.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Notice } from '../kit/elements/notice.tsx';
import { Time } from '../kit/elements/time.tsx';
import { words as shared } from '../kit/words.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { endpointName } from './endpoint-name.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words as secretWords } from './secret-words.ts';
import { words } from './words.ts';

/** The response of the POST itself shows the secret: a redirect would need it in an address or in the session. */
export async function reveal(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps, actor, locale } = request;
  const w = secretWords[locale];
  const revealed = await db.transaction((tx) => revealSecret(tx, actor, named.key, deps.box));
  if (revealed === undefined) return notFound();
  if (revealed === 'unreadable') return refusedPage(request, named, w.secret, w.secretUnreadable);
  return secretPage(request, named, w.secret, revealed.secret, w.secretIntroShown);
}

export async function rotatePage(
  { locale, format }: PanelRequest,
  named: NamedEndpoint,
): Promise<PanelResponse> {
  const w = secretWords[locale];
  const { endpoint, path } = named;
  return page({
    title: w.rotateTitle,
    section: 'webhooks',
    body: (
      <Confirm
        title={w.rotateTitle}
        action={`${path}/rotate`}
        confirm={w.rotate}
        cancel={{ href: path, label: shared[locale].cancel }}
        fields={{ previous_until: endpoint.previousSecretUntil ?? '' }}
        harmless
      >
        <p class="break">
          <strong>{endpointName(endpoint)}</strong>
          <span class="second mono">{endpoint.url}</span>
        </p>
        <p>{endpoint.secretUnreadableSince === null ? w.rotateText : w.rotateUnreadable}</p>
        {endpoint.previousSecretUntil === null ? null : (
          <Notice kind="warning">
            {w.rotateAgain} <Time at={endpoint.previousSecretUntil} format={format} />
          </Notice>
        )}
      </Confirm>
    ),
  });
}

/**
 * A form that is sent twice, by reloading the page with the new secret, would rotate twice, and the secret that receivers still
 * have would stop signing. So the form says how far the rotation was when it was shown.
 */
export async function rotate(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps, actor, form, locale } = request;
  const w = secretWords[locale];
  const rotated = await db.transaction(async (tx) => {
    const current = await lockEndpoint(tx, named.key);
    if (current && (current.previousSecretUntil ?? '') !== form.text('previous_until')) return 'already';
    return rotateSecret(tx, actor, named.key, deps.box, deps.randomInt);
  });
  if (rotated === undefined) return notFound();
  if (rotated === 'already') return refusedPage(request, named, w.rotateTitle, w.rotatedAlready);
  return secretPage(request, named, w.rotatedTitle, rotated.secret, rotatedText(request, rotated));
}

function rotatedText({ locale, format }: PanelRequest, { previousUntil }: RotatedSecret): ComponentChildren {
  const w = secretWords[locale];
  if (previousUntil === null) return w.rotatedOnlyText;
  return (
    <>
      {w.rotatedText} <time dateTime={previousUntil}>{format.fullTime(previousUntil)}</time>.
    </>
  );
}

function secretPage(
  { locale }: PanelRequest,
  { endpoint, path }: NamedEndpoint,
  title: string,
  secret: string,
  text: ComponentChildren,
): PanelResponse {
  const w = secretWords[locale];
  return page({
    title,
    section: 'webhooks',
    secret: true,
    body: (
      <>
        <Heading
          title={title}
          intro={<span class="break">{`${endpointName(endpoint)} · ${endpoint.url}`}</span>}
        />
        <section class="once">
          <p>{text}</p>
          <CopyBlock copyLabel={shared[locale].copy} text={secret} inline />
        </section>
        <div class="actions">
          <a class="button" href={path}>
            {words[locale].backToEndpoint}
          </a>
          <a class="button" href={`${path}/verify`}>
            {w.verify}
          </a>
        </div>
      </>
    ),
  });
}

const refusedPage = (
  { locale }: PanelRequest,
  { path }: NamedEndpoint,
  title: string,
  text: string,
): PanelResponse =>
  page({
    status: 409,
    title,
    section: 'webhooks',
    body: (
      <>
        <Heading title={title} />
        <Notice kind="error" focus>
          {text}
        </Notice>
        <a class="button" href={path}>
          {words[locale].backToEndpoint}
        </a>
      </>
    ),
  });
