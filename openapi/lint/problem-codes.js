export const problemCodes = () => ({
  Schema(schema, ctx) {
    if (!ctx.location.pointer.endsWith('/schemas/ProblemCode')) return;
    const problems = schema['x-problems'] ?? {};
    const codes = schema.enum ?? [];
    const report = (message) => ctx.report({ message, location: ctx.location.child('x-problems') });

    for (const code of codes.filter((one) => !(one in problems))) {
      report(`The code ${code} is not in x-problems. Give it a status, a title and an advice there.`);
    }
    for (const code of Object.keys(problems).filter((one) => !codes.includes(one))) {
      report(`x-problems explains ${code}, which is not a code. Add it to enum, or remove it.`);
    }
    for (const [code, problem] of Object.entries(problems)) {
      for (const fault of faults(problem)) report(`In x-problems ${code} ${fault}.`);
    }
  },
});

function faults({ status, title, advice }) {
  return [
    !(Number.isInteger(status) && status >= 400 && status <= 599) &&
      `has the status ${status}; give it one of 400 to 599`,
    !isText(title) && 'has no title; say in a few words what went wrong',
    !isText(advice) && 'has no advice; say what to do about it',
  ].filter(Boolean);
}

function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}
