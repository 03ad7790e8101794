/** Shows the buttons that copy an example, which need a script. */
export const referenceScript = `for (const button of document.querySelectorAll('.copy')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('h3').nextElementSibling.textContent);
    button.textContent = '✓';
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
`;

/**
 * Starts Swagger UI with the tag that the address names, and with one operation if it names one. All operations at once would keep a
 * phone busy for seconds. So would what the plugin replaces: Swagger UI reads its document as YAML, and copies it six times to follow
 * references for each operation that is opened. This document is an object already, and has none. Highlighting makes an element of each word.
 */
export const tryOutScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const links = [...document.querySelectorAll('.tags a')];
const asked = new URLSearchParams(location.search);
const tagOf = (link) => new URL(link.href).searchParams.get('tag');
const current = links.find((link) => tagOf(link) === asked.get('tag')) ?? links[0];
current.setAttribute('aria-current', 'page');
const response = await fetch('/docs/try/' + tagOf(current).replaceAll(' ', '-') + '.json');
const spec = await response.json();
const wanted = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item).filter(([, { operationId }]) => operationId && operationId === asked.get('operation'))
    .map(([method, operation]) => [path, { parameters: item.parameters, [method]: operation }]));
if (wanted.length > 0) spec.paths = Object.fromEntries(wanted);
const docExpansion = wanted.length > 0 ? 'full' : 'list';
const light = {
  fn: { resolveSubtree: async (document, path) => ({ spec: path.reduce((part, name) => part?.[name], document), errors: [] }) },
  statePlugins: { spec: { wrapActions: { parseToJson: (_, { specActions }) => () => specActions.updateJsonSpec(spec) } } },
};
SwaggerUIBundle({ spec, dom_id: '#swagger-ui', docExpansion, defaultModelsExpandDepth: -1, plugins: [light], syntaxHighlight: { activated: false } });
if (asked.has('tag')) document.getElementById('try').scrollIntoView();
`;
