import type { ComponentChildren, VNode } from 'preact';
import { lockEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { type RotatedSecret, revealSecret, rotateSecret } from '../../webhooks/endpoints/secrets.ts';
import { Confirm, CopyBlock, LinkButton, Notice, PostButton, Time } from '../kit/index.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { EndpointTitle, endpointName, type NamedEndpoint, type SectionProps } from './endpoint.tsx';
import { refusedPage } from './refused-page.tsx';
import { words } from './words.ts';

/** The response of the POST itself shows the secret: a redirect would need it in an address or in the session. */
export async function reveal(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps, actor, locale } = request;
  const w = words[locale];
  const revealed = await db.transaction((tx) => revealSecret(tx, actor, named.key, deps.box));
  if (revealed === undefined) return notFound();
  if (revealed === 'unreadable')
    return refusedPage(request, named, { status: 409, title: w.secret, text: w.secretUnreadable });
  return secretPage(request, named, w.secret, revealed.secret, w.secretIntroShown);
}

export async function rotatePage(
  { locale, format }: PanelRequest,
  named: NamedEndpoint,
): Promise<PanelResponse> {
  const w = words[locale];
  const { endpoint, path } = named;
  return page({
    title: w.rotateTitle,
    section: 'webhooks',
    body: (
      <Confirm
        title={w.rotateTitle}
        action={`${path}/rotate`}
        confirm={w.rotate}
        cancel={path}
        locale={locale}
        fields={{ previous_until: endpoint.previousSecretUntil ?? '' }}
        harmless
      >
        <EndpointTitle endpoint={endpoint} />
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
  const w = words[locale];
  const rotated = await db.transaction(async (tx) => {
    const current = await lockEndpoint(tx, named.key);
    if (current && (current.previousSecretUntil ?? '') !== form.text('previous_until')) return 'already';
    return rotateSecret(tx, actor, named.key, deps.box, deps.randomInt);
  });
  if (rotated === undefined) return notFound();
  if (rotated === 'already')
    return refusedPage(request, named, { status: 409, title: w.rotateTitle, text: w.rotatedAlready });
  return secretPage(request, named, w.rotatedTitle, rotated.secret, rotatedText(request, rotated));
}

function rotatedText({ locale, format }: PanelRequest, { previousUntil }: RotatedSecret): ComponentChildren {
  const w = words[locale];
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
  const w = words[locale];
  return page({
    title,
    section: 'webhooks',
    secret: true,
    heading: { intro: <span class="break">{`${endpointName(endpoint)} · ${endpoint.url}`}</span> },
    body: (
      <>
        <section class="once">
          <p>{text}</p>
          <CopyBlock locale={locale} text={secret} inline />
        </section>
        <div class="actions">
          <LinkButton href={path}>{w.backToEndpoint}</LinkButton>
          <LinkButton href={`${path}/verify`}>{w.verify}</LinkButton>
        </div>
      </>
    ),
  });
}

/** Never the secret itself: that is asked for, and audited. */
export function SecretSection({ request: { locale, format }, named }: SectionProps): VNode {
  const w = words[locale];
  const { endpoint, path } = named;
  return (
    <section id="secret">
      <h2>{w.secret}</h2>
      <p class="quiet">{w.secretIntro}</p>
      {endpoint.previousSecretUntil === null ? null : (
        <p>
          {w.previousUntil} <Time at={endpoint.previousSecretUntil} format={format} />.
        </p>
      )}
      <div class="actions">
        <PostButton action={`${path}/secret`}>{w.reveal}</PostButton>
        <LinkButton href={`${path}/rotate`}>{w.rotate}</LinkButton>
        <LinkButton href={`${path}/verify`}>{w.verify}</LinkButton>
      </div>
    </section>
  );
}
