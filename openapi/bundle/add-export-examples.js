import { resolve } from './flatten-schemas.js';

/**
 * Gives each export the rows that the example of its list shows, as CSV and as NDJSON. A field that is added to the list's
 * example is then in all three. test/contract/export-examples.test.ts compares them with what the service would write.
 */
export const addExportExamples = () => ({
  Root: {
    leave({ paths, components }) {
      const reads = Object.values(paths).flatMap(({ get }) => (get ? [get] : []));
      const lists = new Map(reads.map((operation) => [operation.operationId, operation]));
      for (const { operationId, responses } of reads.filter((read) =>
        read.operationId.startsWith('export'),
      )) {
        const list = lists.get(operationId.replace('export', 'list'));
        responses['200'] = withRows(responses['200'], list.responses['200'], components.schemas);
      }
    },
  },
});

function withRows({ content, ...response }, list, schemas) {
  const { schema, examples } = list.content['application/json'];
  const shown = Object.entries(examples).find(([, { value }]) => value.data.length > 0);
  const [name, { summary, value }] = shown;
  const columns = columnsOf(resolve(schema, schemas).properties.data.items, schemas);
  const texts = {
    'text/csv': [columns, ...value.data.map((row) => columns.map((column) => cell(row, column)))]
      .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
      .join(''),
    'application/x-ndjson': value.data.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
  const shownIn = ([type, media]) => [
    type,
    { ...media, examples: { [name]: { summary, value: texts[type] } } },
  ];
  return { ...response, content: Object.fromEntries(Object.entries(content).map(shownIn)) };
}

function columnsOf(items, schemas) {
  const { oneOf, properties } = resolve(items, schemas);
  if (oneOf) return [...new Set(oneOf.flatMap((each) => Object.keys(resolve(each, schemas).properties)))];
  return Object.entries(properties).flatMap(([name, property]) => {
    const members = Object.keys(resolve(property, schemas).properties ?? {});
    return members.length > 0 ? members.map((member) => `${name}.${member}`) : [name];
  });
}

/** As far as the examples need it: a phone number looks like a formula. */
const FORMULA = /^[=+\-@]/;

function cell(row, column) {
  const value = column.split('.').reduce((from, name) => from?.[name], row) ?? '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value.replace(FORMULA, "'$&") : String(value);
}

const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
