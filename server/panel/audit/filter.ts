import { AUDIT_GROUPS, type AuditGroup } from '../../accounts/audit/actions.ts';
import type { AuditFilter } from '../../accounts/audit/list.ts';
import { TARGET_TYPES, type TargetType } from '../../accounts/audit/store.ts';
import { type Form, linkTo, readId } from '../request/form.ts';

/** What the page's address asks for, as text. */
export interface AuditQuery {
  readonly group?: AuditGroup;
  readonly actor?: string;
  /** `api_key:7` */
  readonly target?: string;
  readonly before?: string;
}

const ENTRY_ID = /^[1-9]\d{0,17}$/;
const TARGET = /^(\w+):([\w-]{1,64})$/;

/** What isn't a filter is left out. */
export function readAuditQuery(query: Form): AuditQuery {
  const group = AUDIT_GROUPS.find((each) => each === query.text('group'));
  const [actor, target, before] = [query.text('actor'), query.text('target'), query.text('before')];
  return {
    ...(group && { group }),
    ...(actorOf(actor) !== undefined && { actor }),
    ...(targetOf(target) && { target }),
    ...(ENTRY_ID.test(before) && { before }),
  };
}

export const filterOf = ({ group, actor = '', target = '' }: AuditQuery): AuditFilter => ({
  group,
  actor: actorOf(actor),
  target: targetOf(target),
});

const actorOf = (text: string): AuditFilter['actor'] =>
  text === 'operator' || text === 'system' ? text : readId(text);

function targetOf(text: string): { type: TargetType; id: string } | undefined {
  const [, word, id] = TARGET.exec(text) ?? [];
  const type = TARGET_TYPES.find((each) => each === word);
  return type && { type, id: id! };
}

/** The page with other filters. Paging begins anew unless `before` is given. */
export const auditLink = (query: AuditQuery, change: Partial<AuditQuery>): string =>
  linkTo('/panel/audit', { ...query, before: undefined, ...change });
