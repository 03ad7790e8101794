import { contract, methodsOf, type Operation, prefix } from './contract.ts';

/** Where a request leads: without `path` to nothing, without `operation` to a method that is not there. */
export interface Route {
  path?: string;
  methods: string[];
  operation?: Operation;
}

// `{` sorts after every character of a literal segment, so a literal comes before the template that fits as
// well.
const templates = Object.keys(contract.paths).sort();

const segments = (path: string): string[] => path.split('/');

function fits(template: string, asked: string[]): boolean {
  const parts = segments(prefix + template);
  return (
    parts.length === asked.length &&
    parts.every((part, i) => part === asked[i] || (part[0] === '{' && asked[i] !== ''))
  );
}

/** A path fits letter by letter: case counts, and so does a slash at the end. */
export function findRoute(method: string, url: string): Route {
  const asked = segments(new URL(url, 'http://localhost').pathname);
  const path = templates.find((template) => fits(template, asked));
  if (path === undefined) return { methods: [] };
  const declared = methodsOf(contract.paths[path]!);
  return {
    path,
    methods: declared.map((each) => each.method),
    operation: declared.find((each) => each.method === method.toUpperCase())?.operation,
  };
}
