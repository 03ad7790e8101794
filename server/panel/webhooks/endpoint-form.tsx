import type { VNode } from 'preact';
import { descriptionIssue, MAX_DESCRIPTION_CHARACTERS } from '../../base/formats/name-rules.ts';
import { checkEndpointUrl, createResolver } from '../../webhooks/send/dns-resolver.ts';
import { ErrorSummary, fieldErrors } from '../kit/elements/error-summary.tsx';
import { TextField } from '../kit/elements/field.tsx';
import { words as shared } from '../kit/words.ts';
import type { Form } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { CatalogueLink } from './events/catalogue-link.tsx';
import { EventPicker, pickedEvents } from './events/event-picker.tsx';
import { words } from './form-words.ts';
import { urlProblemText } from './url-problem.ts';

export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

/** A sentence per field, and one for the form itself. */
export type EndpointErrors = Partial<Readonly<Record<'url' | 'description' | 'events' | 'form', string>>>;

export const NEW_ENDPOINT: EndpointFields = { url: '', description: '', events: [], active: true };

export const readEndpointForm = (form: Form): EndpointFields => ({
  url: form.text('url'),
  description: form.text('description'),
  events: pickedEvents(form),
  active: form.has('active'),
});

/**
 * What is wrong with the fields. `currentUrl` is the endpoint's URL before an edit: as long as it stays, it isn't checked, so
 * that a DNS server that is down doesn't keep anybody from changing the description.
 */
export async function checkEndpointForm(
  { deps: { config }, format, locale }: PanelRequest,
  { url, description, events }: EndpointFields,
  currentUrl?: string,
): Promise<EndpointErrors> {
  const w = words[locale];
  const policy = {
    production: config.production,
    allowPrivateNetworks: config.webhooks.allowPrivateNetworks,
  };
  const isUnchecked = url === '' || url === currentUrl;
  const problem = isUnchecked ? undefined : await checkEndpointUrl(url, policy, createResolver());
  const issue = descriptionIssue(description);
  return {
    ...(url === '' && { url: w.urlRequired }),
    ...(problem && { url: urlProblemText(problem, format) }),
    ...(issue && {
      description:
        issue === 'too_long'
          ? w.descriptionTooLong(format.number(MAX_DESCRIPTION_CHARACTERS))
          : w.descriptionControl,
    }),
    ...(events.length === 0 && { events: w.eventsRequired }),
  };
}

interface EndpointFormProps {
  readonly request: PanelRequest;
  readonly action: string;
  readonly fields: EndpointFields;
  readonly errors?: EndpointErrors;
  readonly submit: string;
  /** Hidden: the version that an edit was made from, or the token of a form that creates. */
  readonly hidden: { readonly version: number } | { readonly token: string };
  readonly cancel?: string;
}

export function EndpointForm(props: EndpointFormProps): VNode {
  const { request, action, fields, errors = {}, submit, hidden, cancel } = props;
  const { locale } = request;
  const w = words[locale];
  const { form, ...inFields } = errors;
  return (
    <form method="post" action={action} class="form" novalidate>
      {Object.keys(errors).length === 0 ? null : (
        <ErrorSummary title={form ?? shared[locale].fixErrors} errors={fieldErrors(inFields)} />
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        name="url"
        label={w.url}
        hint={w.urlHint}
        error={errors.url}
        value={fields.url}
        type="url"
        input={{ required: true, inputMode: 'url', spellcheck: false, autocomplete: 'off' }}
      />
      <TextField
        name="description"
        label={`${w.description} (${shared[locale].optional})`}
        hint={w.descriptionHint}
        error={errors.description}
        value={fields.description}
        input={{ autocomplete: 'off' }}
      />
      <Events request={request} picked={fields.events} error={errors.events} />
      <Active request={request} active={fields.active} />
      <div class="actions">
        <button type="submit" class="button primary">
          {submit}
        </button>
        {cancel === undefined ? null : (
          <a class="button" href={cancel}>
            {shared[locale].cancel}
          </a>
        )}
      </div>
    </form>
  );
}

interface EventsProps {
  readonly request: PanelRequest;
  readonly picked: readonly string[];
  readonly error: string | undefined;
}

function Events({ request, picked, error }: EventsProps): VNode {
  const { locale } = request;
  const w = words[locale];
  const errorId = error === undefined ? undefined : 'events-error';
  return (
    <fieldset id="field-events" class={error === undefined ? 'field' : 'field invalid'}>
      <legend>{w.events}</legend>
      <p class="hint">
        {w.eventsHint} <CatalogueLink request={request} />
      </p>
      {error === undefined ? null : (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
      <EventPicker locale={locale} picked={picked} errorId={errorId} />
    </fieldset>
  );
}

function Active({ request: { locale }, active }: { request: PanelRequest; active: boolean }): VNode {
  const w = words[locale];
  return (
    <div class="field">
      <div>
        <label class="choice">
          <input type="checkbox" name="active" value="on" checked={active} aria-describedby="active-hint" />
          <span>{w.activeLabel}</span>
        </label>
      </div>
      <p class="hint" id="active-hint">
        {w.activeHint}
      </p>
    </div>
  );
}
