import type { VNode } from 'preact';
import { Empty } from '../kit/elements/empty.tsx';
import { TextField } from '../kit/elements/field.tsx';
import type { Words } from './words.ts';

/** The question that staff come with: why did this call fail? */
export const SearchForm = ({ text, value }: { text: Words; value?: string }): VNode => (
  <form method="get" action="/panel/requests" class="request-search">
    <TextField
      name="request_id"
      label={text.searchLabel}
      hint={text.searchHint}
      type="search"
      value={value}
      input={{ required: true, spellcheck: false, autocomplete: 'off', maxLength: 200 }}
    />
    <button type="submit" class="button primary">
      {text.search}
    </button>
  </form>
);

/** Most ids that aren't found belong to requests that succeeded, so this must not look like an error. */
export const NotFound = ({ text, isId }: { text: Words; isId: boolean }): VNode => (
  <Empty title={isId ? text.unknownTitle : text.malformedTitle}>
    {isId ? <Reasons text={text} /> : <p>{text.malformedHelp}</p>}
    <p>
      <a class="button" href="/panel/requests">
        {text.back}
      </a>
    </p>
  </Empty>
);

const Reasons = ({ text }: { text: Words }): VNode => (
  <>
    <p>{text.unknownReasons}</p>
    <ul>
      {[text.succeeded, text.tooOld, text.noKey, text.otherCompany, text.tooMany, text.justNow].map(
        (reason) => (
          <li key={reason}>{reason}</li>
        ),
      )}
    </ul>
  </>
);
