import {
  ChipButton,
  Field,
  Notice,
  Select,
  SubmitButton,
  TextField,
  useFormat,
  useLocale,
} from '../../kit/index.ts';
import { RECOVER_PATH, recoveryPath } from '../list/list-query.ts';
import { Counted } from './counted.tsx';
import { progressText, RecoveryStatus } from './progress.tsx';
import type { RangeView } from './range.ts';
import { words } from './words.ts';

export function RangePage(view: RangeView) {
  const { endpoint, errors, counted } = view;
  return (
    <>
      {errors.refused === undefined ? null : <Notice kind="error">{errors.refused}</Notice>}
      {endpoint === undefined ? <p>{words[useLocale()].noEndpoint}</p> : <RangeForm {...view} />}
      {counted && <Counted {...view} {...counted} />}
      <Recent {...view} />
    </>
  );
}

/** Otherwise a browser accepts only times that are whole minutes away from the one that is proposed. */
const BY_SECOND = { step: '1' };

function RangeForm({ endpoints, endpoint, fields, presets, errors }: RangeView) {
  const format = useFormat();
  const w = words[format.locale];
  return (
    <form method="get" action={RECOVER_PATH} class="form">
      <Field name="endpoint" label={w.endpoint}>
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
      <Presets {...{ fields, presets }} />
    </form>
  );
}

/** Buttons of the form, so that they take the chosen endpoint. They come last: Enter in a field presses the first one. */
function Presets({ fields, presets }: Pick<RangeView, 'fields' | 'presets'>) {
  const w = words[useLocale()];
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

function Recent({ recent, endpoint }: RangeView) {
  const format = useFormat();
  if (recent.length === 0 || endpoint === undefined) return null;
  return (
    <>
      <h2>{words[format.locale].recent(endpoint.description || endpoint.url)}</h2>
      <ul class="recoveries">
        {recent.map((recovery) => (
          <li key={recovery.id}>
            <a href={recoveryPath(endpoint.id, recovery.id)}>{format.fullTime(recovery.createdAt)}</a>{' '}
            <RecoveryStatus status={recovery.status} />{' '}
            <span class="second">{progressText(recovery, format)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
