import type { ComponentChildren } from 'preact';
import { HIDDEN } from '../../accounts/request-log/client-text.ts';
import type { RefusedPlace } from '../../accounts/request-log/refused-request.ts';
import type { LoggedRefusal } from '../../accounts/request-log/store.ts';
import { operationById } from '../../base/contract.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import { CopyBlock, Details, type Locale, Prose, useFormat } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { issueWords } from './issue-words.ts';
import { problemWords } from './problem-words.ts';
import { menderOf } from './who-mends.ts';
import { words } from './words.ts';

interface DetailProps {
  readonly refusal: LoggedRefusal;
}

/** What the operator of the service has to mend. */
const ASKS_OPERATOR: readonly ProblemCode[] = ['internal_error', 'tenant_suspended'];

/** Why it was refused, where, and what to do. */
export function Detail({ refusal }: DetailProps) {
  const request = useRequest();
  const { locale, deps } = request;
  const text = words[locale];
  const { code } = refusal;
  return (
    <div class="request-detail">
      <div>
        <h2>{text.whatToDo}</h2>
        <p>
          <Prose text={problemWords(locale, code).advice} />
        </p>
        {ASKS_OPERATOR.includes(code) && deps.config.operatorContact !== undefined ? (
          <p>{text.operator(deps.config.operatorContact)}</p>
        ) : null}
        {code === 'insufficient_scope' && refusal.operation ? (
          <p>
            {text.neededScopes}: <code>{operationById(refusal.operation).scopes.join(', ')}</code>
          </p>
        ) : null}
        {/* The documentation is at the API's address. */}
        <p>
          <a href={`${apiOrigin(request)}/docs/problems/${code}`} hreflang="en">
            {text.documentation}
          </a>
          : <code>{code}</code>
        </p>
        <Places refusal={refusal} />
        <p class="hint">
          <Prose text={text.responseSaysMore} />
        </p>
      </div>
      <Facts refusal={refusal} />
    </div>
  );
}

function Places({ refusal }: DetailProps) {
  const format = useFormat();
  const { locale } = format;
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
            <code>{nameOf(place)}</code> {issue(locale, place.code, refusal)}
            {place.product_id === undefined ? null : ` ${text.product(String(place.product_id))}`}
          </li>
        ))}
        {issueCount > places.length ? <li>{text.more(format.number(issueCount - places.length))}</li> : null}
      </ul>
      {hides ? <p class="hint">{text.hiddenText('{…}')}</p> : null}
    </>
  );
}

/** Not what the row says already: then the place is the news. A code without words is English. */
function issue(locale: Locale, code: string, refusal: LoggedRefusal) {
  if (code === refusal.code) return null;
  const text = issueWords(locale, code);
  return text === undefined ? <code lang="en">{code}</code> : <span>{text}</span>;
}

const nameOf = ({ pointer, parameter, header }: RefusedPlace): string => pointer ?? parameter ?? header ?? '';

function mendedBy(request: PanelRequest, refusal: LoggedRefusal): ComponentChildren {
  const text = words[request.locale];
  const { code, status, keyName } = refusal;
  const mender = menderOf(code, status);
  const page = missingFor(request, 'api_keys') ? undefined : pageFor(refusal);
  if (mender === 'shop' && page !== undefined) return <a href={page}>{text.mendedBy_shop}</a>;
  if (mender === 'shop' || mender === 'operator') return text[`mendedBy_${mender}`];
  return text[`mendedBy_${mender}`](keyName ?? text.deletedKey);
}

/** Where the shop does it. */
function pageFor({ code, operation, apiKeyId }: LoggedRefusal): string | undefined {
  if (code === 'api_key_expired' || code === 'api_key_inactive') return `/panel/keys/${apiKeyId}`;
  if (code !== 'insufficient_scope') return undefined;
  const scope = operation ? operationById(operation).scopes.join(',') : undefined;
  return linkTo('/panel/keys/new', { from: String(apiKeyId), scope });
}

function Facts({ refusal }: DetailProps) {
  const request = useRequest();
  const { locale, format } = request;
  const text = words[locale];
  const { requestId, operation, at, status, keyName, keyPrefix } = refusal;
  const key = (
    <>
      {keyName ?? text.deletedKey} <code>{keyPrefix}…</code>
    </>
  );
  return (
    <div>
      <Details
        of={{
          [text.whoMends]: mendedBy(request, refusal),
          HTTP: status,
          [text.operation]: operation ? <code>{operation}</code> : text.noOperation,
          [text.key]: key,
          [text.time]: format.fullTime(at),
        }}
      />
      <CopyBlock inline title={text.requestId} text={requestId} />
    </div>
  );
}
