import type { VNode } from 'preact';
import { HIDDEN } from '../../accounts/request-log/client-text.ts';
import type { RefusedPlace } from '../../accounts/request-log/refused-request.ts';
import type { LoggedRefusal } from '../../accounts/request-log/store.ts';
import { type OperationId, operationById } from '../../base/contract.ts';
import { CopyBlock } from '../kit/elements/copy-block.tsx';
import type { Locale } from '../kit/language/locale.ts';
import { words as shared } from '../kit/words.ts';
import { apiOrigin } from '../request/api-origin.ts';
import type { PanelRequest } from '../request/route.ts';
import { issueWords } from './issue-words.ts';
import { problemWords } from './problem-words.ts';
import { Prose } from './prose.tsx';
import { words } from './words.ts';

interface DetailProps {
  readonly request: PanelRequest;
  readonly refusal: LoggedRefusal;
}

/** Why it was refused, where, and what to do. */
export function Detail({ request, refusal }: DetailProps): VNode {
  const { locale } = request;
  const text = words[locale];
  const { code } = refusal;
  return (
    <div class="request-detail">
      <div>
        <h2>{text.whatToDo}</h2>
        <p>
          <Prose text={problemWords(locale, code).advice} />
        </p>
        {code === 'insufficient_scope' && refusal.operation ? (
          <NeededScopes label={text.neededScopes} operation={refusal.operation} />
        ) : null}
        <DocumentationLink request={request} refusal={refusal} />
        <Places request={request} refusal={refusal} />
        <p class="hint">
          <Prose text={text.responseSaysMore} />
        </p>
      </div>
      <Facts request={request} refusal={refusal} />
    </div>
  );
}

const NeededScopes = ({ label, operation }: { label: string; operation: OperationId }): VNode => (
  <p>
    {label}: <code>{operationById(operation).scopes.join(', ')}</code>
  </p>
);

/** The documentation is at the API's address. */
const DocumentationLink = ({ request, refusal: { code } }: DetailProps): VNode => (
  <p>
    <a href={`${apiOrigin(request)}/docs/problems/${code}`} hreflang="en">
      {words[request.locale].documentation}
    </a>
    : <code>{code}</code>
  </p>
);

function Places({ request, refusal }: DetailProps): VNode | null {
  const { locale, format } = request;
  const text = words[locale];
  const { places, issueCount, path } = refusal;
  if (places.length === 0) return null;
  const hides = [path, ...places.map(nameOf)].some((name) => name.includes(HIDDEN) || name.includes('{'));
  return (
    <>
      <h2>{text.where}</h2>
      <ul class="places">
        {places.map((place, index) => (
          <li key={index}>
            <code>{nameOf(place)}</code> <Issue locale={locale} code={place.code} refusal={refusal} />
            {place.product_id === undefined ? null : ` ${text.product(String(place.product_id))}`}
          </li>
        ))}
        {issueCount > places.length ? <li>{text.more(format.number(issueCount - places.length))}</li> : null}
      </ul>
      {hides ? <p class="hint">{text.hiddenText}</p> : null}
    </>
  );
}

interface IssueProps {
  readonly locale: Locale;
  readonly code: string;
  readonly refusal: LoggedRefusal;
}

/** Not what the row says already: then the place is the news. A code without words is English. */
function Issue({ locale, code, refusal }: IssueProps): VNode | null {
  if (code === refusal.code) return null;
  const text = issueWords(locale, code);
  return text === undefined ? <code lang="en">{code}</code> : <span>{text}</span>;
}

const nameOf = ({ pointer, parameter, header }: RefusedPlace): string => pointer ?? parameter ?? header ?? '';

function Facts({ request, refusal }: DetailProps): VNode {
  const { locale, format } = request;
  const text = words[locale];
  const { requestId, operation, at, status, keyName, keyPrefix } = refusal;
  return (
    <div>
      <dl class="facts">
        <dt>HTTP</dt>
        <dd>{status}</dd>
        <dt>{text.operation}</dt>
        <dd>{operation ? <code>{operation}</code> : text.noOperation}</dd>
        <dt>{text.key}</dt>
        <dd>
          {keyName ?? text.deletedKey} <code>{keyPrefix}…</code>
        </dd>
        <dt>{text.time}</dt>
        <dd>{format.fullTime(at)}</dd>
      </dl>
      <CopyBlock inline title={text.requestId} copyLabel={shared[locale].copy} text={requestId} />
    </div>
  );
}
