import type { VNode } from 'preact';
import { curlFor } from '../api-keys/first-call.ts';
import { systemName } from '../home/key-part.ts';
import { CopyAll, CopyBlock, Details, LinkButton } from '../kit/index.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { linkTo } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { mayHear } from './draft.ts';
import { type Connection, linesOf } from './sheet-lines.ts';
import { progressPath } from './state.ts';
import { words } from './words.ts';

const DOCS = /^https?:[^?]*\/docs\//;

/** The only page that ever shows the key. */
export function sheetPage(request: PanelRequest, made: Connection): PanelResponse {
  const text = words[request.locale];
  const { replaces } = made;
  const title = replaces ? text.successorSheet(systemName(replaces.name)) : text.sheetTitle(made.name);
  const intro = replaces?.status === 'active' ? text.successorIntro : text.sheetIntro;
  return page(
    { title, secret: true, heading: { intro } },
    <Sheet {...{ request, made, title }} />,
    made.endpoint === undefined && !replaces && mayHear(request) ? (
      <AddUrl request={request} of={made} />
    ) : null,
    <p class="actions">
      <LinkButton href={progressPath(made.key, made.endpoint)}>{text.wait}</LinkButton>
    </p>,
  );
}

function Sheet({ request, made, title }: { request: PanelRequest; made: Connection; title: string }): VNode {
  const text = words[request.locale];
  const lines = linesOf(request, made);
  const curl = curlFor(apiOrigin(request), made.scopes, made.key.key);
  const copied = [...lines, [text.firstCall, `\n${curl}`]].map((line) => line.join(': '));
  const rows = lines.map(
    ([label, value]) =>
      [label, DOCS.test(value) ? <a href={value}>{value}</a> : <code key={label}>{value}</code>] as const,
  );
  return (
    <section class="once sheet" aria-label={title}>
      <p class="not-printed">
        <strong>{text.once}</strong> {text.onceHow}
      </p>
      <CopyAll text={[title, ...copied].join('\n')}>{text.copySheet}</CopyAll>
      <Details of={Object.fromEntries(rows)} />
      <CopyBlock title={text.firstCall} text={curl} />
    </section>
  );
}

interface AddUrlProps {
  readonly request: PanelRequest;
  readonly of: { readonly name: string; readonly events?: readonly string[] };
}

/** The name goes along, so that the endpoint gets the key's, and so does what was chosen. */
export const AddUrl = ({ request, of: { name, events } }: AddUrlProps): VNode => (
  <p class="not-printed">
    {words[request.locale].noUrl}{' '}
    <LinkButton
      href={linkTo('/panel/webhooks/new', { description: systemName(name), events: events?.join(',') })}
    >
      {words[request.locale].addUrl}
    </LinkButton>
  </p>
);
