import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import { Chip, CopyBlock, type Format, LinkButton, type Locale, Notice, Time } from '../../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../../request/route.ts';
import type { NamedEndpoint } from '../endpoint.tsx';
import { LANGUAGES, type Language, languageOf } from './languages.ts';
import { snippetFor } from './snippet.ts';
import { words } from './words.ts';

const VARIABLE = 'TRADEPOST_WEBHOOK_SECRET';

interface VerifyProps {
  readonly endpoint: EndpointDetails;
  readonly language: Language;
  readonly locale: Locale;
  readonly format: Format;
}

/** How to verify one endpoint's deliveries: the rules, and a program with the endpoint's own values. */
export async function verifyPage(
  { query, locale, format }: PanelRequest,
  { endpoint, path }: NamedEndpoint,
): Promise<PanelResponse> {
  const text = words[locale];
  const props = { endpoint, locale, format, language: languageOf(query.text('language')) };
  return page({
    title: text.title,
    section: 'webhooks',
    heading: { intro: text.intro, actions: <LinkButton href={path}>{text.back}</LinkButton> },
    body: (
      <>
        <Rotation {...props} />
        <Program {...props} />
        <Secret {...props} />
        <Steps locale={locale} />
      </>
    ),
  });
}

function Rotation({ endpoint: { previousSecretUntil }, locale, format }: VerifyProps): VNode | null {
  if (previousSecretUntil === null) return null;
  const { rotating, rotatingText } = words[locale];
  return (
    <Notice kind="warning">
      {rotating} {rotatingText('X-Service-Signature-Previous')}{' '}
      <Time at={previousSecretUntil} format={format} />.
    </Notice>
  );
}

function Program({ endpoint, language, locale }: VerifyProps): VNode {
  const text = words[locale];
  return (
    <section id="program">
      <h2 class="visually-hidden">{text.program}</h2>
      <p class="quiet">
        {text.forEndpoint} <code class="break">{endpoint.url}</code>
      </p>
      <nav class="filters" aria-label={text.languages}>
        {LANGUAGES.map(({ id, name }) => (
          <Chip key={id} href={`?language=${id}`} isCurrent={id === language.id}>
            {name}
          </Chip>
        ))}
      </nav>
      <CopyBlock title={language.file} text={snippetFor(language, endpoint, locale)} locale={locale} />
      <CopyBlock title={text.run} text={language.run} locale={locale} />
      <p class="hint">{language.id === 'openssl' ? text.runTextOpenssl : text.runText}</p>
    </section>
  );
}

function Secret({ endpoint, locale }: VerifyProps): VNode {
  const text = words[locale];
  return (
    <section>
      <h2>{text.secret}</h2>
      <p>
        {text.secretText} <code class="break">{VARIABLE}</code>. {text.secretCare}
      </p>
      <p>
        <LinkButton href={`/panel/webhooks/${endpoint.id}`}>{text.secretLink}</LinkButton>
      </p>
    </section>
  );
}

/** For a language that isn't here. */
function Steps({ locale }: { locale: Locale }): VNode {
  const text = words[locale];
  return (
    <section>
      <h2>{text.steps}</h2>
      <ol>
        <li>{text.stepRaw}</li>
        <li>
          {text.stepTimestamp} <code>X-Service-Timestamp</code>
          {text.stepTimestampRest}
        </li>
        <li>
          {text.stepSign} <code class="break">{text.formula}</code>
        </li>
        <li>
          {text.stepCompare} <code>X-Service-Signature</code>
          {text.stepCompareRest}
        </li>
        <li>
          {text.stepOnce} <code>event_id</code>
          {text.stepOnceRest}
        </li>
      </ol>
    </section>
  );
}
