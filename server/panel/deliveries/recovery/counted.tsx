import { LinkButton, PostButton, useFormat } from '../../kit/index.ts';
import { RECOVER_PATH } from '../list/list-query.ts';
import type { RangeView } from './range.ts';
import { words } from './words.ts';

type CountedProps = RangeView & NonNullable<RangeView['counted']>;

/** What a range holds, what happens with each part of it, and the button that begins. */
export function Counted(props: CountedProps) {
  const { range, count } = props;
  const format = useFormat();
  const w = words[format.locale];
  const isNothing = count.exact && count.failed + count.missed === 0;
  return (
    <section class="panel-box counted">
      <h2>{w.counted}</h2>
      <p class="second">{`${format.fullTime(range.from)} – ${format.fullTime(range.until)}`}</p>
      <CountTable {...props} />
      <p class="hint">{w.testsNote}</p>
      {count.exact ? null : <p>{w.uncounted(format.number(count.events))}</p>}
      {isNothing ? <p>{w.nothing}</p> : <Begin {...props} />}
    </section>
  );
}

const PARTS = ['failed', 'missed', 'delivered', 'waiting'] as const;

function CountTable({ count }: CountedProps) {
  const format = useFormat();
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

function Begin({ endpoint: { id, active }, fields: { from, until }, count }: CountedProps) {
  const format = useFormat();
  const w = words[format.locale];
  if (active)
    return (
      <PostButton action={RECOVER_PATH} fields={{ endpoint: id, from, until }} look="primary">
        {count.exact ? w.start(format.number(count.failed + count.missed)) : w.startUncounted}
      </PostButton>
    );
  return (
    <>
      <p>{w.isOff}</p>
      <LinkButton href={`/panel/webhooks/${id}/recover`} look="primary">
        {w.switchOnAndRecover}
      </LinkButton>
    </>
  );
}
