import { report } from './references.js';

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/**
 * Generated clients take these names as they are. `fields` and `parameters` are the dictionary: words that mean what the contract
 * has another word for.
 */
export const naming = ({ fields: dictionary = {}, parameters = {} }) => ({
  Paths: checkPaths,
  SchemaProperties(fields, ctx) {
    for (const name of Object.keys(fields)) checkName('field', name, dictionary, ctx, name);
  },
  Parameter({ in: place, name }, ctx) {
    // Header names are case-insensitive, and written like those of HTTP.
    if (place !== 'header') checkName('parameter', name, { ...dictionary, ...parameters }, ctx, 'name');
  },
});

function checkName(kind, name, words, ctx, key) {
  if (!SNAKE_CASE.test(name))
    report(ctx, `The ${kind} ${name} isn't in snake_case. Rename it to ${snakeCase(name)}.`, key);
  // A word may be several: zip_code.
  const [word] = Object.keys(words).filter((each) => `_${name}_`.includes(`_${each}_`));
  if (word === undefined) return;
  const right = `_${name}_`.replace(`_${word}_`, `_${words[word]}_`).slice(1, -1);
  report(
    ctx,
    `The ${kind} ${name} says ${word}, where the contract says ${words[word]}. Rename it to ${right}.`,
    key,
  );
}

/** What is in one place of several paths has one name: `/orders/{order_id}` and `/orders/{order_id}/payments`. */
function checkPaths(paths, ctx) {
  const first = new Map();
  for (const path of Object.keys(paths))
    for (const { 0: name, index } of path.matchAll(/\{[^}]*\}/g)) {
      const place = path.slice(0, index).replace(/\{[^}]*\}/g, '{}');
      const other = first.get(place) ?? { name, path };
      first.set(place, other);
      if (other.name === name) continue;
      report(ctx, `${path} has ${name} where ${other.path} has ${other.name}. Give it the same name.`, path);
    }
}

function snakeCase(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return words.toLowerCase();
}
