import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Recoverable, TimeRange } from '../../../webhooks/recovery/recoverable.ts';
import type { Format } from '../../kit/language/format.ts';
import type { RangeFields } from './range.ts';
import { RECOVER_PATH } from './recovery-path.ts';
import { words } from './words.ts';

interface CountedProps {
  readonly format: Format;
  readonly endpoint: EndpointDetails;
  readonly fields: RangeFields;
  /** What the fields mean. */
  readonly range: TimeRange;
  readonly count: Recoverable;
}

/** What a range holds, what happens with each part of it, and the button that begins. */
export function Counted(props: CountedProps): VNode {
  const { format, endpoint, range, count } = props;
  const w = words[format.locale];
  const isNothing = count.exact && count.failed + count.missed === 0;
  return (
    <section class="panel-box counted">
      <h2>{w.counted}</h2>
      <p class="second">{`${format.fullTime(range.from)} – ${format.fullTime(range.until)}`}</p>
      <CountTable format={format} count={count} />
      <p class="hint">{w.testsNote}</p>
      {count.exact ? null : <p>{w.uncounted(format.number(count.events))}</p>}
      {isNothing ? <p>{w.nothing}</p> : endpoint.active ? <Start {...props} /> : <SwitchOn {...props} />}
    </section>
  );
}

const PARTS = ['failed', 'missed', 'delivered', 'waiting'] as const;

function CountTable({ format, count }: Pick<CountedProps, 'format' | 'count'>): VNode {
  const w = words[format.locale];
  return (
    <table class="plain">
      <tbody>
        {PARTS.map((part) => (
          <tr key={part}>
            <th scope="row">
              {w[part]} <span class="second">{w[`${part}Note`]}</span>
            </th>
            <td class="number">
              {count.exact ? format.number(count[part]) : w.atLeast(format.number(count[part]))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Start({ format, endpoint, fields, count: { failed, missed, exact } }: CountedProps): VNode {
  const w = words[format.locale];
  const { from, until } = fields;
  return (
    <form method="post" action={RECOVER_PATH}>
      {Object.entries({ endpoint: String(endpoint.id), from, until }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="button primary">
        {exact ? w.start(format.number(failed + missed)) : w.startUncounted}
      </button>
    </form>
  );
}

function SwitchOn({ format, endpoint }: CountedProps): VNode {
  const w = words[format.locale];
  return (
    <>
      <p>{w.isOff}</p>
      <a class="button primary" href={`/panel/webhooks/${endpoint.id}/recover`}>
        {w.activate}
      </a>
    </>
  );
}
