import type { Sentence } from '../../document.ts';
import type { Operation } from '../../operations.ts';
import type { Contract } from '../contract/contract.ts';
import type { EventEntry } from '../contract/events.ts';
import { type Html, html, prose, separated } from '../layout/html.ts';
import { type Language, WORDS } from '../layout/languages.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import { operationPath } from '../layout/paths.ts';
import type { Speech } from '../layout/speech.ts';
import { words } from './words.ts';

/** Every kind of event: when it fires, when it doesn't, and what its data has. */
export function webhooksPage(contract: Contract, speech: Speech): string {
  const { language } = speech;
  const w = words[language];
  return page(
    w.title,
    html`${languageSwitch(language, pathIn)}
<h1>${w.title}</h1>
<p>${prose(w.intro)}</p>
<p>${w.toGuide} <a href="${WORDS[language].guidesPath}/webhooks">${w.guide}</a></p>
<nav class="contents" aria-label="${WORDS[language].onThisPage}"><b>${WORDS[language].onThisPage}</b>
<ul>
<li><a href="#all">${w.allKinds}</a></li>
${contract.events.map(contentsLine)}</ul>
</nav>
<h2 id="all">${w.allKinds}</h2>
<ul>
${w.general.map(proseItem)}</ul>
${contract.events.map((entry) => section(entry, contract, speech))}`,
    { language, alternates: alternatesOf(pathIn) },
  );
}

const pathIn = (language: Language): string => WORDS[language].webhooksPath;

const contentsLine = ({ kind }: EventEntry): Html => html`<li><a href="#${kind}"><code>${kind}</code></a></li>
`;

const proseItem = (text: string): Html => html`<li>${prose(text)}</li>
`;

function section(entry: EventEntry, contract: Contract, speech: Speech): Html {
  const { language } = speech;
  const { kind, scope, fires, doesNotFire, notes, guaranteed, example } = entry;
  const w = words[language];
  const operations = [...new Set(fires.flatMap(({ by }) => by))].map((id) => contract.operation(id));
  return html`<section>
<h2 id="${kind}"><code>${kind}</code></h2>
${list(w.fires, fires, language)}${list(w.doesNotFire, doesNotFire, language)}${list(w.notes, notes, language)}<dl>
<dt>${w.causedBy}</dt><dd>${separated(operations.map((operation) => operationLink(operation, speech)))}</dd>
<dt>${w.scope}</dt><dd><code>${scope}</code></dd>
<dt>${w.guaranteed}</dt><dd>${codes(guaranteed)}</dd>
</dl>
${enumerations(entry, language)}<details><summary>${w.example}</summary>
<pre tabindex="0"><code>${example}</code></pre>
</details>
</section>
`;
}

function list(heading: string, sentences: readonly Sentence[], language: Language): Html {
  if (sentences.length === 0) return html``;
  return html`<h3>${heading}</h3>
<ul>
${sentences.map((sentence) => proseItem(sentence[language]))}</ul>
`;
}

const operationLink = ({ operationId, summary }: Operation, { language, text }: Speech): Html =>
  html`<a href="${operationPath(language, operationId)}">${text(summary)}</a>`;

function enumerations({ enumerations: found }: EventEntry, language: Language): Html {
  if (found.length === 0) return html``;
  const rows = found.map(
    ({ path, values }) => html`<tr><td><code>${path}</code></td><td>${codes(values)}</td></tr>
`,
  );
  return html`<details><summary>${words[language].enumerations}</summary>
<table><tbody>
${rows}</tbody></table>
</details>
`;
}

const codes = (names: readonly string[]): Html[] =>
  separated(names.map((name) => html`<code>${name}</code>`));
