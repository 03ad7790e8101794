import { isSchemaNamed } from './references.js';

export const problemCodes = () => ({
  Schema(schema, ctx) {
    if (!isSchemaNamed('ProblemCode', ctx)) return;
    const problems = schema['x-problems'] ?? {};
    const codes = schema.enum ?? [];
    const report = (message) => ctx.report({ message, location: ctx.location.child('x-problems') });

    for (const code of codes.filter((code) => !(code in problems))) {
      report(`The code ${code} is missing from x-problems. Add its status, title and advice.`);
    }
    for (const code of Object.keys(problems).filter((code) => !codes.includes(code))) {
      report(`x-problems explains ${code}, which isn't in enum. Add it there, or remove the explanation.`);
    }
    for (const [code, problem] of Object.entries(problems)) {
      for (const issue of issues(problem)) report(`In x-problems, ${code} ${issue}.`);
    }
  },
});

function issues({ status, title, advice }) {
  return [
    !(Number.isInteger(status) && status >= 400 && status <= 599) &&
      `has the status ${status}; use one from 400 to 599`,
    !isText(title) && 'has no title; say in a few words what went wrong',
    !isText(advice) && 'has no advice; say what to do about it',
  ].filter(Boolean);
}

function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}
