import { readFileSync } from 'node:fs';
import { resolve } from './flatten-schemas.js';

/** The columns in the order in which they came into the contract. `npm run generate` appends new ones. */
const KNOWN = JSON.parse(readFileSync(new URL('../released/columns.json', import.meta.url), 'utf8'));
const NDJSON = 'application/x-ndjson';

/**
 * Gives each export its columns, and the rows that the example of its list shows, as CSV and as NDJSON. A field that is added to the
 * list's example is then in all three. test/contract/export-examples.test.ts compares them with what the service would write.
 *
 * Columns never move, wherever a property is added: `x-columns` has new ones at its end.
 */
export const addExportExamples = () => ({
  Root: {
    leave({ paths, components: { schemas } }) {
      const reads = Object.values(paths).flatMap(({ get }) => (get ? [get] : []));
      const lists = new Map(reads.map((operation) => [operation.operationId, operation]));
      for (const operation of reads) {
        const { operationId: id, responses } = operation;
        if (id.endsWith('Report')) operation['x-columns'] = columnsOfReport(operation, schemas);
        // A bundle that is bundled again has the rows of its own already.
        if (!id.startsWith('export') || responses['200'].content[NDJSON].schema.contentSchema) continue;
        const { row, ...shown } = rowsOf(operation, lists.get(id.replace('export', 'list')), schemas);
        const columns = inOrder(KNOWN[id], columnsOf(row, schemas));
        operation['x-columns'] = columns;
        responses['200'] = withRows(responses['200'], shown, columns);
      }
    },
  },
});

/** The schema of a row, and the example of the list; or those of the export itself, if its rows aren't the list's. */
function rowsOf(operation, list, schemas) {
  const own = operation.responses['200'].content[NDJSON];
  const { schema, examples } = operation['x-rows-of']
    ? own
    : list.responses['200'].content['application/json'];
  const rowsIn = (value) => (operation['x-rows-of'] ? [value] : value.data);
  const [name, { summary, value }] = Object.entries(examples).find(
    ([, each]) => rowsIn(each.value).length > 0,
  );
  const row = operation['x-rows-of'] ? schema : resolve(schema, schemas).properties.data.items;
  return { row, name, summary, rows: rowsIn(value) };
}

function columnsOfReport({ operationId, responses }, schemas) {
  const { schema } = responses['200'].content['application/json'];
  const groups = resolve(schema, schemas).oneOf.map((each) => resolve(each, schemas).properties);
  return Object.fromEntries(
    groups.map(({ group_by: { const: group }, rows }) => [
      group,
      inOrder(KNOWN[operationId]?.[group], columnsOf(rows.items, schemas)),
    ]),
  );
}

const inOrder = (known = [], names) => [
  ...known.filter((name) => names.includes(name)),
  ...names.filter((name) => !known.includes(name)),
];

function withRows({ content, ...response }, { name, summary, rows }, columns) {
  const texts = {
    'text/csv': [columns, ...rows.map((row) => columns.map((column) => cell(row, column)))]
      .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
      .join(''),
    [NDJSON]: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
  const { schema } = content[NDJSON];
  const isOwn = !schema.$ref.endsWith('/Ndjson');
  const description = `A \`${schema.$ref.split('/').at(-1)}\` per line.`;
  const schemas = {
    'text/csv': content['text/csv'].schema,
    [NDJSON]: isOwn
      ? { description, type: 'string', contentMediaType: NDJSON, contentSchema: schema }
      : schema,
  };
  const shownIn = (type) => [
    type,
    { schema: schemas[type], examples: { [name]: { summary, value: texts[type] } } },
  ];
  return { ...response, content: Object.fromEntries(Object.keys(content).map(shownIn)) };
}

function columnsOf(items, schemas) {
  const { oneOf, properties } = resolve(items, schemas);
  if (oneOf) return [...new Set(oneOf.flatMap((each) => Object.keys(resolve(each, schemas).properties)))];
  return Object.entries(properties).flatMap(([name, property]) => {
    const members = Object.keys(resolve(property, schemas).properties ?? {});
    return members.length > 0 ? members.map((member) => `${name}.${member}`) : [name];
  });
}

/** As far as the examples need it. */
const FORMULA = /^[=+\-@](?![\d (])/;

function cell(row, column) {
  const value = column.split('.').reduce((from, name) => from?.[name], row) ?? '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value.replace(FORMULA, "'$&") : String(value);
}

const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
