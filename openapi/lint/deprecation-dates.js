import { eachOperation } from './operations.js';

const DATES = ['x-deprecated-at', 'x-sunset-at'];

export const deprecationDates = () =>
  eachOperation(({ operation, title, report }) => {
    const given = DATES.filter((name) => operation[name] !== undefined);
    if (operation.deprecated === true) {
      for (const issue of issues(operation)) report(`${title} ${issue}`, 'deprecated');
    } else if (given.length > 0) {
      report(
        `${title} has ${given.join(' and ')} but not deprecated: true. Add it, or remove the dates.`,
        given[0],
      );
    }
  });

function issues(operation) {
  const invalid = DATES.filter((name) => !isDate(operation[name]));
  if (invalid.length > 0)
    return invalid.map(
      (name) => `is deprecated, but ${name} isn't a date. Write one in the form 2027-01-31.`,
    );
  const [deprecatedAt, sunsetAt] = DATES.map((name) => operation[name]);
  const earliest = oneYearAfter(deprecatedAt);
  // ISO dates compare as text.
  if (sunsetAt >= earliest) return [];
  return [
    `is deprecated from ${deprecatedAt} and ends on ${sunsetAt}. Give 12 months' notice: ${earliest} or later.`,
  ];
}

function isDate(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

function oneYearAfter(date) {
  return `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
}
