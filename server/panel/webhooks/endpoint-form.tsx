import { descriptionIssue, MAX_DESCRIPTION_CHARACTERS } from '../../base/formats/name-rules.ts';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import {
  type HeaderChange,
  MASK,
  MAX_HEADERS,
  readHeaders,
} from '../../webhooks/endpoints/rules/custom-headers.ts';
import { checkEndpointUrl, createResolver } from '../../webhooks/send/dns-resolver.ts';
import {
  Choice,
  Field,
  Form,
  type FormErrors,
  type HiddenFields,
  TextField,
  useLocale,
} from '../kit/index.ts';
import type { Form as FormFields } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { EventPicker, pickedEvents } from './events/event-picker.tsx';
import { urlProblemText } from './url-problem.ts';
import { words } from './words.ts';

export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /** As they are in the form, a line each. */
  readonly headerLines: string;
}

export const NEW_ENDPOINT: EndpointFields = {
  url: '',
  description: '',
  events: [],
  active: true,
  headerLines: '',
};

/** Nobody is shown a value again, not even whoever entered it. */
export const maskedHeaders = (names: readonly string[]): string =>
  names.map((name) => `${name}: ${MASK}`).join('\n');

const readEndpointForm = (form: FormFields): EndpointFields => ({
  url: form.text('url'),
  description: form.text('description'),
  events: pickedEvents(form),
  active: form.has('active'),
  headerLines: form.text('headers'),
});

/** Why nothing can be sent to a URL, if so. It asks the DNS. */
export async function urlError(
  { deps: { config }, format }: Pick<PanelRequest, 'deps' | 'format'>,
  url: string,
): Promise<string | undefined> {
  if (url === '') return words[format.locale].urlRequired;
  const { allowPrivateNetworks } = config.webhooks;
  const policy = { production: config.production, allowPrivateNetworks };
  const problem = await checkEndpointUrl(url, policy, createResolver());
  return problem && urlProblemText(problem, format);
}

/**
 * The fields that were sent, and what is wrong with them. `current` is the endpoint before an edit: as long as its URL stays,
 * it isn't checked, so that a DNS server that is down doesn't keep anybody from changing the description.
 */
export async function checkEndpointForm(
  request: PanelRequest,
  current?: Pick<EndpointDetails, 'url' | 'headerNames'>,
): Promise<{ fields: EndpointFields & { headers?: HeaderChange }; errors: FormErrors }> {
  const { form, format, locale } = request;
  const w = words[locale];
  const fields = readEndpointForm(form);
  const { url, description, events, headerLines } = fields;
  const issue = descriptionIssue(description);
  const read = readHeaders(headerLines.split(/\r\n?|\n/), current?.headerNames ?? []);
  const errors = {
    ...(url !== current?.url && { url: await urlError(request, url) }),
    ...(issue && {
      description:
        issue === 'too_long' ? w.tooLong(format.number(MAX_DESCRIPTION_CHARACTERS)) : w.descriptionControl,
    }),
    ...(events.length === 0 && { events: w.eventsRequired }),
    ...('issue' in read && {
      headers: w[`header_${read.issue.code}`](
        read.issue.code === 'too_many' ? format.number(MAX_HEADERS) : read.issue.at,
      ),
    }),
  };
  return { fields: { ...fields, ...('headers' in read && { headers: read.headers }) }, errors };
}

interface EndpointFormProps {
  readonly action: string;
  readonly fields: EndpointFields;
  readonly errors?: FormErrors;
  readonly submit: string;
  /** The version that an edit was made from, or the token of a form that creates. */
  readonly hidden: HiddenFields;
  readonly cancel?: string;
}

export function EndpointForm({ fields, errors = {}, ...form }: EndpointFormProps) {
  const text = words[useLocale()];
  return (
    <Form errors={errors} values={fields} {...form} novalidate>
      <TextField
        name="url"
        label={text.url}
        hint={text.urlHint}
        type="url"
        input={{ required: true, inputMode: 'url', spellcheck: false, autocomplete: 'off' }}
      />
      <TextField
        name="description"
        label={`${text.description} (${text.optional})`}
        hint={text.descriptionHint}
        input={{ autocomplete: 'off' }}
      />
      <EventPicker picked={fields.events} />
      <Field name="headers" label={`${text.headers} (${text.optional})`} hint={text.headersHint}>
        {(given) => (
          <textarea {...given} class="mono" rows={3} spellcheck={false} autocomplete="off">
            {fields.headerLines}
          </textarea>
        )}
      </Field>
      <div class="field">
        <div>
          <Choice
            type="checkbox"
            name="active"
            value="on"
            checked={fields.active}
            aria-describedby="active-hint"
          >
            {text.activeLabel}
          </Choice>
        </div>
        <p class="hint" id="active-hint">
          {text.activeHint}
        </p>
      </div>
    </Form>
  );
}
