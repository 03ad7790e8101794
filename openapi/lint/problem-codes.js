import { isSchemaNamed, isText, report } from './references.js';

export const problemCodes = () => ({
  Schema(schema, ctx) {
    if (!isSchemaNamed('ProblemCode', ctx)) return;
    const { enum: codes = [], 'x-problems': problems = {} } = schema;
    for (const issue of issuesOf(codes, problems)) report(ctx, issue, 'x-problems');
  },
});

function issuesOf(codes, problems) {
  const unexplained = codes.filter((code) => !(code in problems));
  const unknown = Object.keys(problems).filter((code) => !codes.includes(code));
  return [
    ...unexplained.map(
      (code) => `The code ${code} is missing from x-problems. Add its status, title and advice.`,
    ),
    ...unknown.map(
      (code) => `x-problems explains ${code}, which isn't in enum. Add it there, or remove the explanation.`,
    ),
    ...Object.entries(problems).flatMap(([code, problem]) =>
      problemIssues(problem).map((issue) => `In x-problems, ${code} ${issue}.`),
    ),
  ];
}

function problemIssues({ status, title, advice }) {
  return [
    !(Number.isInteger(status) && status >= 400 && status <= 599) &&
      `has the status ${status}; use one from 400 to 599`,
    !isText(title) && 'has no title; say in a few words what went wrong',
    !isText(advice) && 'has no advice; say what to do about it',
  ].filter(Boolean);
}
