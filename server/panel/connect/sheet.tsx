import { curlFor } from '../api-keys/first-call.ts';
import { systemName } from '../home/key-part.ts';
import { CopyAll, CopyBlock, Details, LinkButton, useLocale } from '../kit/index.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { linkTo } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
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
    <Sheet {...{ made, title }} />,
    made.endpoint === undefined && !replaces && mayHear(request) ? <AddUrl of={made} /> : null,
    <p class="actions">
      <LinkButton href={progressPath(made.key, made.endpoint)}>{text.wait}</LinkButton>
    </p>,
  );
}

function Sheet({ made, title }: { readonly made: Connection; readonly title: string }) {
  const request = useRequest();
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

/** The name goes along, so that the endpoint gets the key's, and so does what was chosen. */
export const AddUrl = ({ of: { name, events } }: { of: Pick<Connection, 'name' | 'events'> }) => (
  <p class="not-printed">
    {words[useLocale()].noUrl}{' '}
    <LinkButton
      href={linkTo('/panel/webhooks/new', { description: systemName(name), events: events?.join(',') })}
    >
      {words[useLocale()].addUrl}
    </LinkButton>
  </p>
);
