import { isSchemaNamed, isText, report } from './references.js';

/** Redocly visits the two schemas in any order, and the codes of issues are explained in either. */
export const problemCodes = () => {
  let problems = {};
  let issues;
  return {
    Schema(schema, ctx) {
      if (isSchemaNamed('ProblemCode', ctx)) {
        problems = schema['x-problems'] ?? {};
        for (const issue of mismatches('x-problems', schema.enum ?? [], problems))
          report(ctx, issue, 'x-problems');
      }
      if (isSchemaNamed('IssueCode', ctx)) issues = { schema, ctx };
    },
    Root: {
      leave() {
        if (!issues) return;
        const { enum: codes = [], 'x-issues': texts = {} } = issues.schema;
        const own = codes.filter((code) => !(code in problems));
        for (const issue of mismatches('x-issues', own, texts)) report(issues.ctx, issue, 'x-issues');
        for (const issue of unclear(texts)) report(issues.ctx, `In x-issues, ${issue}`, 'x-issues');
      },
    },
  };
};

function mismatches(extension, codes, texts) {
  const contents = extension === 'x-problems' ? 'status, title and advice' : 'title and advice';
  return [
    ...codes
      .filter((code) => !(code in texts))
      .map((code) => `The code ${code} is missing from ${extension}. Add its ${contents}.`),
    ...Object.keys(texts)
      .filter((code) => !codes.includes(code))
      .map(
        (code) =>
          `${extension} explains ${code}, which isn't in enum. Add it there, or remove the explanation.`,
      ),
  ];
}

const unclear = (texts) =>
  Object.entries(texts).flatMap(([code, text]) => textIssues(text).map((issue) => `${code} ${issue}.`));

const textIssues = ({ title, advice }) =>
  [
    !isText(title) && 'has no title; say in a few words what went wrong',
    !isText(advice) && 'has no advice; say what to do about it',
  ].filter(Boolean);
