import { PostButton, Status, useLocale } from '../kit/index.ts';
import { endpointName } from '../webhooks/endpoint.tsx';
import type { TimelineView } from './view.ts';
import { words } from './words.ts';

interface SystemsProps {
  readonly view: TimelineView;
  /** Where a link for a system's vendor is made, for those who may. */
  readonly share?: string | undefined;
}

interface System {
  readonly id: number;
  readonly name: string;
  readonly isThere: boolean;
  /** It is switched off, and may be switched on again. */
  readonly isOff: boolean;
  /** It is tried, or tried again. */
  readonly isOnTheWay: boolean;
}

/** The question first: does the ERP know it? */
export function Systems({ view, share }: SystemsProps) {
  const text = words[useLocale()];
  const all = systemsOf(view);
  // Why an order isn't in a system: it may never have been asked to be told.
  const unaware = share === undefined ? [] : (view.opens?.unaware ?? []);
  // The same order for each order: a link goes to one system's vendor, and not to another's.
  const ids = [...new Set(all.map(({ id }) => id))].toSorted((a, b) => a - b);
  const systems = ids.map((id) => [id, all.filter((each) => each.id === id)] as const);
  return (
    <>
      <h2>{text.systems}</h2>
      <ul class="systems">
        {systems.map(([id, told]) => (
          <li key={id}>
            <span>
              <bdi>{told[0]!.name}</bdi> <Knows told={told} />{' '}
              {unaware.some((each) => each.id === id) ? <Status tone="quiet">{text.unaware}</Status> : null}
            </span>
            {share === undefined ? null : (
              <PostButton action={share} fields={{ endpoint: id }}>
                {text.share(told[0]!.name)}
              </PostButton>
            )}
          </li>
        ))}
        {unaware
          .filter(({ id }) => !ids.includes(id))
          .map((endpoint) => (
            <li key={endpoint.id}>
              <span>
                <bdi>{endpointName(endpoint)}</bdi> <Status tone="quiet">{text.unaware}</Status>
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}

function Knows({ told }: { readonly told: readonly System[] }) {
  const text = words[useLocale()];
  const lacking = told.filter(({ isThere }) => !isThere).length;
  if (lacking > 0 && told.every(({ isThere, isOnTheWay }) => isThere || isOnTheWay))
    return <Status tone="busy">{text.isOnTheWay(lacking, told.length)}</Status>;
  if (lacking > 0 && told.every(({ isThere, isOff }) => isThere || isOff))
    return (
      <>
        <Status tone="quiet">{text.isOff(lacking, told.length)}</Status>
        <span class="second">{text.recoverLater}</span>
      </>
    );
  return (
    <Status tone={lacking === 0 ? 'good' : 'bad'}>
      {lacking === 0 ? text.hasAll(told.length) : text.lacks(lacking, told.length)}
    </Status>
  );
}

/** Each message that a system should have. */
const systemsOf = ({ events, undelivered }: TimelineView): System[] => [
  ...events.flatMap(({ deliveries }) =>
    deliveries.map(({ endpointId: id, endpointName: name, status, endpointActive, endpointDeleted }) => ({
      id,
      name,
      isThere: status === 'SUCCESS',
      isOff: !endpointActive && !endpointDeleted,
      isOnTheWay: endpointActive && (status === 'PENDING' || status === 'RETRYING'),
    })),
  ),
  ...undelivered.flatMap(({ reasons }) =>
    reasons.map(({ why, endpoint }) => ({
      ...endpoint,
      isThere: false,
      isOff: why === 'off',
      isOnTheWay: false,
    })),
  ),
];
