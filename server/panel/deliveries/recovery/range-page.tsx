import type { VNode } from 'preact';
import { ChipButton, Field, Notice, Select, SubmitButton, shared, TextField } from '../../kit/index.ts';
import { Counted } from './counted.tsx';
import { progressText, RecoveryStatus } from './progress.tsx';
import type { RangeView } from './range-view.ts';
import { RECOVER_PATH, recoveryPath } from './recovery-path.ts';
import { words } from './words.ts';

export function RangePage(view: RangeView): VNode {
  const { format, endpoint, errors, counted } = view;
  return (
    <>
      {errors.refused === undefined ? null : <Notice kind="error">{errors.refused}</Notice>}
      {endpoint === undefined ? <p>{words[format.locale].noEndpoint}</p> : <RangeForm {...view} />}
      {counted && <Counted {...view} {...counted} />}
      <Recent {...view} />
    </>
  );
}

/** Otherwise a browser accepts only times that are whole minutes away from the one that is proposed. */
const BY_SECOND = { step: '1' };

function RangeForm({ format, endpoints, endpoint, fields, presets, errors }: RangeView): VNode {
  const w = words[format.locale];
  return (
    <form method="get" action={RECOVER_PATH} class="form">
      <Field name="endpoint" label={shared[format.locale].endpoint}>
        {(given) => (
          <Select
            {...given}
            value={String(endpoint?.id)}
            options={endpoints.map(({ id, url, description }) => [id, description || url])}
          />
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
      <SubmitButton>{w.count}</SubmitButton>
      <Presets {...{ format, fields, presets }} />
    </form>
  );
}

/** Buttons of the form, so that they take the chosen endpoint. They come last: Enter in a field presses the first one. */
function Presets({ format, fields, presets }: Pick<RangeView, 'format' | 'fields' | 'presets'>): VNode {
  const w = words[format.locale];
  return (
    <>
      <p class="hint" id="presets">
        {w.presets}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box within the form. */}
      <div class="filters" role="group" aria-labelledby="presets">
        {presets.map((preset) => (
          <ChipButton key={preset} name="range" value={preset} isCurrent={fields.preset === preset}>
            {w[preset]}
          </ChipButton>
        ))}
      </div>
    </>
  );
}

function Recent({ format, recent, endpoint }: RangeView): VNode | null {
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
