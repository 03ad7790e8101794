import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Recoverable, TimeRange } from '../../../webhooks/recovery/recoverable.ts';
import type { Recovery } from '../../../webhooks/recovery/recovery.ts';
import { Field, TextField } from '../../kit/elements/field.tsx';
import { Heading } from '../../kit/elements/heading.tsx';
import { Notice } from '../../kit/elements/notice.tsx';
import type { Format } from '../../kit/language/format.ts';
import { Counted } from './counted.tsx';
import { progressText, RecoveryStatus } from './progress.tsx';
import type { Preset, RangeFields } from './range.ts';
import { RECOVER_PATH, recoveryPath } from './recovery-path.ts';
import { words } from './words.ts';

export interface RangePageProps {
  readonly format: Format;
  readonly endpoints: readonly EndpointDetails[];
  /** The one that is chosen; undefined when there is none. */
  readonly endpoint: EndpointDetails | undefined;
  readonly fields: RangeFields;
  /** Undefined if the fields are no range. */
  readonly range: TimeRange | undefined;
  readonly presets: readonly Preset[];
  readonly errors: { readonly range?: string; readonly refused?: string };
  /** Undefined before anything was counted. */
  readonly count: Recoverable | undefined;
  readonly recent: readonly Recovery[];
}

export function RangePage(props: RangePageProps): VNode {
  const { format, endpoint, fields, range, errors, count } = props;
  const w = words[format.locale];
  return (
    <>
      <Heading title={w.title} intro={w.intro} />
      {errors.refused === undefined ? null : <Notice kind="error">{errors.refused}</Notice>}
      {endpoint === undefined ? <p>{w.noEndpoint}</p> : <RangeForm {...props} />}
      {count === undefined || endpoint === undefined || range === undefined ? null : (
        <Counted {...{ format, endpoint, fields, range, count }} />
      )}
      <Recent {...props} />
    </>
  );
}

/** Otherwise a browser accepts only times that are whole minutes away from the one that is proposed. */
const BY_SECOND = { step: '1' };

function RangeForm({ format, endpoints, endpoint, fields, presets, errors }: RangePageProps): VNode {
  const w = words[format.locale];
  return (
    <form method="get" action={RECOVER_PATH} class="form">
      <Field name="endpoint" label={w.endpoint}>
        {(given) => (
          <select {...given}>
            {endpoints.map(({ id, url, description }) => (
              <option key={id} value={id} selected={id === endpoint?.id}>
                {description || url}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        name="from"
        label={w.from}
        type="datetime-local"
        value={fields.from}
        hint={w.fromZone(format.timeZone)}
        input={BY_SECOND}
        error={errors.range}
      />
      <TextField
        name="until"
        label={w.until}
        type="datetime-local"
        value={fields.until}
        hint={w.zone(format.timeZone)}
        input={BY_SECOND}
      />
      <button type="submit" class="button">
        {w.count}
      </button>
      <Presets {...{ format, fields, presets }} />
    </form>
  );
}

/** Buttons of the form, so that they take the chosen endpoint. They come last: Enter in a field presses the first one. */
function Presets({ format, fields, presets }: Pick<RangePageProps, 'format' | 'fields' | 'presets'>): VNode {
  const w = words[format.locale];
  return (
    <>
      <p class="hint" id="presets">
        {w.presets}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box within the form. */}
      <div class="filters" role="group" aria-labelledby="presets">
        {presets.map((preset) => (
          <button
            key={preset}
            type="submit"
            class="chip"
            name="range"
            value={preset}
            aria-current={fields.preset === preset ? 'true' : undefined}
          >
            {w[preset]}
          </button>
        ))}
      </div>
    </>
  );
}

function Recent({ format, recent, endpoint }: RangePageProps): VNode | null {
  if (recent.length === 0 || endpoint === undefined) return null;
  return (
    <>
      <h2>{words[format.locale].recent}</h2>
      <ul class="recoveries">
        {recent.map((recovery) => (
          <li key={recovery.id}>
            <a href={recoveryPath(endpoint.id, recovery.id)}>{format.fullTime(recovery.createdAt)}</a>{' '}
            <RecoveryStatus {...{ recovery, format }} />{' '}
            <span class="second">{progressText(recovery, format)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
