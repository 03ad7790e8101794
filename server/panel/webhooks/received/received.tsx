import { headerOf } from '../../../webhooks/send/meaning/kind.ts';
import { CopyBlock, useLocale, visibleText } from '../../kit/index.ts';
import { type KeptResponse, readBody } from './body.ts';
import { Json } from './json.tsx';
import { words } from './words.ts';

interface ReceivedProps {
  readonly response: KeptResponse;
  /** Tells what unfolds apart, so that it stays open while the page updates itself. */
  readonly id: string;
}

/** What an endpoint sent back: status and type, the body as people can read it, and the headers. All of it is text, never markup. */
export function Received({ response, id }: ReceivedProps) {
  const w = words[useLocale()];
  const { responseStatus, responseHeaders } = response;
  if (responseStatus === null) return <p class="hint">{w.none}</p>;
  const type = headerOf(response, 'content-type');
  return (
    <>
      <p class="mono quiet">{visibleText([`HTTP ${responseStatus}`, ...(type ? [type] : [])].join(' · '))}</p>
      <Body response={response} id={id} />
      {responseHeaders ? (
        <details id={`received-${id}`} hx-preserve>
          <summary>{w.headers}</summary>
          <CopyBlock title={w.headers} text={visibleText(responseHeaders)} />
        </details>
      ) : null}
    </>
  );
}

function Body({ response, id }: ReceivedProps) {
  const w = words[useLocale()];
  const { kind, text, title, isCut } = readBody(response);
  if (kind === 'empty') return <p class="hint">{w.empty}</p>;
  if (kind === 'binary') return <p class="hint">{w.binary}</p>;
  return (
    <>
      {kind === 'html' ? <p>{title === undefined ? w.page : w.pageTitled(title)}</p> : null}
      {text === '' ? null : (
        <CopyBlock title={w.body} text={text}>
          {kind === 'json' ? <Json text={text} /> : text}
        </CopyBlock>
      )}
      {isCut ? <p class="hint">{w.cut}</p> : null}
      {kind === 'html' ? (
        <details id={`source-${id}`} hx-preserve>
          <summary>{w.source}</summary>
          <CopyBlock title="HTML" text={visibleText(response.responseBody!)} />
        </details>
      ) : null}
    </>
  );
}
