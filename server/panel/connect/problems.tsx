import { explain } from '../../webhooks/send/meaning/meaning.ts';
import { Notice } from '../kit/index.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { problemWords } from '../request-log/problem-words.ts';
import type { ConnectionState } from './state.ts';
import { words } from './words.ts';

interface Problem {
  readonly text: string;
  readonly href: string;
  readonly link: string;
  /** The connection works without it: one request was refused, as others may be. */
  readonly isMinor?: boolean;
}

/** What is in the way, why, and where more is said about it. */
export function problemsOf({ locale }: PanelRequest, state: ConnectionState): Problem[] {
  const { key, endpoint, isStopped, last, refused } = state;
  const text = words[locale];
  const keyOff = { text: text.keyOff, href: `/panel/keys/${key.id}`, link: text.seeKey };
  const log = linkTo('/panel/requests', { key: key.prefix });
  const why = refused && text.refused(problemWords(locale, refused.code).title);
  const off = { text: text.off, href: `/panel/webhooks/${endpoint?.id}`, link: text.seeWhy };
  const deliveries = `/panel/deliveries?endpoint=${endpoint?.id}`;
  const failed = last && last.outcome !== 'accepted' && `${text.failed} ${explain(last, locale)}`;
  return [
    ...(key.status === 'active' ? [] : [keyOff]),
    ...(why ? [{ text: why, href: log, link: text.seeRefused, isMinor: true }] : []),
    ...(isStopped ? [off] : []),
    ...(failed ? [{ text: failed, href: deliveries, link: text.seeDeliveries }] : []),
  ];
}

/** The links have ids: when the page refreshes itself, the one that has the focus keeps it. */
export const Problems = ({ problems }: { readonly problems: readonly Problem[] }) => (
  <>
    {problems.map(({ text, href, link }) => (
      <Notice key={href} kind="warning">
        <p>{text}</p>
        <p>
          <a href={href} id={`see ${href}`.replaceAll(/\W+/g, '-')}>
            {link}
          </a>
        </p>
      </Notice>
    ))}
  </>
);
