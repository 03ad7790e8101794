import {
  type ActionFilter,
  listOperatorActions,
  type RecordedAction,
} from '../../accounts/audit/operator-actions.ts';
import { Details, Time } from '../kit/index.ts';
import { messagePage } from '../request/message-page.tsx';
import type { ConsoleRequest, PanelResponse } from '../request/route.ts';
import { words } from './words.ts';

/** What another operator did last about this, while the page that asked for it was open. */
export const lastAction = async (
  { db }: ConsoleRequest,
  filter: Required<Pick<ActionFilter, 'tenantId' | 'actions'>> & Pick<ActionFilter, 'targetId'>,
): Promise<RecordedAction | undefined> => (await listOperatorActions(db, { ...filter, limit: 1 }))[0];

/** Nothing was changed: how it is already, by whom, and why. */
export function alreadySo(
  { locale }: ConsoleRequest,
  state: string,
  last: RecordedAction | undefined,
  next: string,
): PanelResponse {
  const text = words[locale];
  return messagePage(
    { status: 409, title: text.already, link: [next, text.seeNow] },
    <p data-already>{state}</p>,
    last && (
      <Details
        of={{
          [text.operator]: last.operator,
          [text.when]: <Time at={last.at} />,
          [text.reason]: last.reason ?? undefined,
        }}
      />
    ),
  );
}
