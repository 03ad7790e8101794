import { Empty, LinkButton, SubmitButton, TextField, useLocale } from '../kit/index.ts';
import { words } from './words.ts';

/** The question that staff come with: why did this call fail? */
export function SearchForm({ value }: { readonly value?: string }) {
  const text = words[useLocale()];
  return (
    <form method="get" action="/panel/requests" class="request-search">
      <TextField
        name="request_id"
        label={text.searchLabel}
        hint={text.searchHint}
        type="search"
        value={value}
        input={{ required: true, spellcheck: false, autocomplete: 'off', maxLength: 200 }}
      />
      <SubmitButton look="primary">{text.search}</SubmitButton>
    </form>
  );
}

/** Most ids that aren't found belong to requests that succeeded, so this must not look like an error. */
export function NotFound({ isId }: { readonly isId: boolean }) {
  const text = words[useLocale()];
  const reasons = [text.succeeded, text.tooOld, text.noKey, text.otherCompany, text.tooMany, text.justNow];
  return (
    <Empty title={isId ? text.unknownTitle : text.malformedTitle}>
      <p>{isId ? text.unknownReasons : text.malformedHelp}</p>
      {isId ? (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <p>
        <LinkButton href="/panel/requests">{text.back}</LinkButton>
      </p>
    </Empty>
  );
}
