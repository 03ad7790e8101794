import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import { Chip, CopyBlock, LinkButton, Notice, Prose, Time, useLocale } from '../../kit/index.ts';
import { type PanelResponse, page } from '../../request/route.ts';
import type { EndpointRequest } from '../endpoint.tsx';
import { LANGUAGES, type Language, languageOf, snippetFor } from './languages.ts';
import { words } from './words.ts';

const VARIABLE = 'TRADEPOST_WEBHOOK_SECRET';

interface EndpointProps {
  readonly endpoint: EndpointDetails;
}

/** How to verify one endpoint's deliveries: the rules, and a program with the endpoint's own values. */
export async function verifyPage({ query, locale, endpoint, home }: EndpointRequest): Promise<PanelResponse> {
  const text = words[locale];
  return page(
    {
      title: text.title,
      heading: { intro: text.intro, actions: <LinkButton href={home}>{text.backToEndpoint}</LinkButton> },
    },
    <Rotation endpoint={endpoint} />,
    <Program endpoint={endpoint} language={languageOf(query.text('language'))} />,
    <Secret endpoint={endpoint} />,
    <Steps />,
  );
}

function Rotation({ endpoint: { previousSecretUntil } }: EndpointProps) {
  if (previousSecretUntil === null) return null;
  const { rotating, rotatingText } = words[useLocale()];
  return (
    <Notice kind="warning">
      {rotating} {rotatingText('X-Service-Signature-Previous')} <Time at={previousSecretUntil} />.
    </Notice>
  );
}

function Program({ endpoint, language }: EndpointProps & { readonly language: Language }) {
  const locale = useLocale();
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
      <CopyBlock title={language.file} text={snippetFor(language, endpoint, locale)} />
      <CopyBlock title={text.run} text={language.run} />
      <p class="hint">{language.id === 'openssl' ? text.runTextOpenssl : text.runText}</p>
    </section>
  );
}

function Secret({ endpoint }: EndpointProps) {
  const text = words[useLocale()];
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
function Steps() {
  const text = words[useLocale()];
  return (
    <section>
      <h2>{text.steps}</h2>
      <ol>
        <li>{text.stepRaw}</li>
        <li>
          <Prose text={text.stepTimestamp} />
        </li>
        <li>
          {text.stepSign} <code class="break">{text.formula}</code>
        </li>
        <li>
          <Prose text={text.stepCompare} />
        </li>
        <li>
          <Prose text={text.stepOnce} />
        </li>
      </ol>
    </section>
  );
}
