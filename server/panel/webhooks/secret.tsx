import type { ComponentChildren } from 'preact';
import { lockEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { type RotatedSecret, revealSecret, rotateSecret } from '../../webhooks/endpoints/secrets.ts';
import { CopyBlock, LinkButton, Notice, PostButton, Time, useLocale } from '../kit/index.ts';
import { confirmPage } from '../request/message-page.tsx';
import { operatorName } from '../request/operator.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import {
  type EndpointRequest,
  EndpointTitle,
  endpointName,
  refusedPage,
  type SectionProps,
} from './endpoint.tsx';
import { words } from './words.ts';

/** The response of the POST itself shows the secret: a redirect would need it in an address or in the session. */
export async function reveal(request: EndpointRequest): Promise<PanelResponse> {
  const { db, deps, actor, locale, key } = request;
  const w = words[locale];
  const revealed = await db.transaction((tx) => revealSecret(tx, actor, key, deps.box));
  if (revealed === undefined) return notFound();
  if (revealed === 'unreadable')
    return refusedPage(request, 409, w.secret, w.secretUnreadable(operatorName(request)));
  return secretPage(request, w.secret, revealed.secret, w.secretIntroShown);
}

export async function rotatePage({ locale, endpoint, home }: EndpointRequest): Promise<PanelResponse> {
  const w = words[locale];
  const { secretUnreadableSince, previousSecretUntil } = endpoint;
  return confirmPage(
    {
      title: w.rotateTitle,
      action: `${home}/rotate`,
      confirm: w.rotate,
      cancel: home,
      fields: { previous_until: previousSecretUntil ?? '' },
      harmless: true,
    },
    <EndpointTitle endpoint={endpoint} />,
    <p>{secretUnreadableSince === null ? w.rotateText : w.rotateUnreadable}</p>,
    previousSecretUntil === null ? null : (
      <Notice kind="warning">
        {w.rotateAgain} <Time at={previousSecretUntil} />.
      </Notice>
    ),
  );
}

/**
 * A form that is sent twice, by reloading the page with the new secret, would rotate twice, and the secret that receivers still
 * have would stop signing. So the form says how far the rotation was when it was shown.
 */
export async function rotate(request: EndpointRequest): Promise<PanelResponse> {
  const { db, deps, actor, form, locale, key } = request;
  const w = words[locale];
  const rotated = await db.transaction(async (tx) => {
    const current = await lockEndpoint(tx, key);
    if (current && (current.previousSecretUntil ?? '') !== form.text('previous_until')) return 'already';
    return rotateSecret(tx, actor, key, deps.box, deps.randomInt);
  });
  if (rotated === undefined) return notFound();
  if (rotated === 'already') return refusedPage(request, 409, w.rotateTitle, w.rotatedAlready);
  return secretPage(request, w.rotatedTitle, rotated.secret, rotatedText(request, rotated));
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
  { locale, endpoint, home }: EndpointRequest,
  title: string,
  secret: string,
  text: ComponentChildren,
): PanelResponse {
  const w = words[locale];
  return page(
    {
      title,
      secret: true,
      heading: { intro: <span class="break">{`${endpointName(endpoint)} · ${endpoint.url}`}</span> },
    },
    <section class="once">
      <p>{text}</p>
      <CopyBlock text={secret} inline />
    </section>,
    <div class="actions">
      <LinkButton href={home}>{w.backToEndpoint}</LinkButton>
      <LinkButton href={`${home}/verify`}>{w.verify}</LinkButton>
    </div>,
  );
}

/** Never the secret itself: that is asked for, and audited. */
export function SecretSection({ endpoint, home }: SectionProps) {
  const w = words[useLocale()];
  return (
    <section id="secret">
      <h2>{w.secret}</h2>
      <p class="quiet">{w.secretIntro}</p>
      {endpoint.previousSecretUntil === null ? null : (
        <p>
          {w.previousUntil} <Time at={endpoint.previousSecretUntil} />.
        </p>
      )}
      <div class="actions">
        <PostButton action={`${home}/secret`}>{w.reveal}</PostButton>
        <LinkButton href={`${home}/rotate`}>{w.rotate}</LinkButton>
        <LinkButton href={`${home}/verify`}>{w.verify}</LinkButton>
      </div>
    </section>
  );
}
