import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import { CopyBlock } from '../../kit/elements/copy-block.tsx';
import { Heading } from '../../kit/elements/heading.tsx';
import { Notice } from '../../kit/elements/notice.tsx';
import { Time } from '../../kit/elements/time.tsx';
import type { Format } from '../../kit/language/format.ts';
import type { Locale } from '../../kit/language/locale.ts';
import { words as shared } from '../../kit/words.ts';
import { LANGUAGES, type Language } from './languages.ts';
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
export function VerifyPage(props: VerifyProps): VNode {
  const { endpoint, locale } = props;
  const text = words[locale];
  return (
    <>
      <Heading title={text.title} intro={text.intro}>
        <a class="button" href={`/panel/webhooks/${endpoint.id}`}>
          {text.back}
        </a>
      </Heading>
      <Rotation {...props} />
      <Program {...props} />
      <Secret {...props} />
      <Steps locale={locale} />
    </>
  );
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
          <a
            key={id}
            class="chip"
            href={`?language=${id}`}
            aria-current={id === language.id ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <CopyBlock
        title={language.file}
        text={snippetFor(language, endpoint, locale)}
        copyLabel={shared[locale].copy}
      />
      <CopyBlock title={text.run} text={language.run} copyLabel={shared[locale].copy} />
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
        <a class="button" href={`/panel/webhooks/${endpoint.id}`}>
          {text.secretLink}
        </a>
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
