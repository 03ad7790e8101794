import { eachOperation } from './operations.js';

const DATES = ['x-deprecated-at', 'x-sunset-at'];

export const deprecationDates = () =>
  eachOperation(({ operation, title, report }) => {
    const given = DATES.filter((name) => operation[name] !== undefined);
    if (operation.deprecated === true) {
      for (const fault of faults(operation)) report(`${title} ${fault}`, 'deprecated');
    } else if (given.length > 0) {
      report(
        `${title} has ${given.join(' and ')} without deprecated: true. Add it, or remove the dates.`,
        given[0],
      );
    }
  });

function faults(operation) {
  const wrong = DATES.filter((name) => !isDay(operation[name]));
  if (wrong.length > 0)
    return wrong.map((name) => `is deprecated, and ${name} is no day. Give it as 2027-01-31 is written.`);
  const [at, sunset] = DATES.map((name) => operation[name]);
  const earliest = yearAfter(at);
  // Days in this form sort as text.
  if (sunset >= earliest) return [];
  return [`is deprecated from ${at} and ends on ${sunset}. Give 12 months' notice: ${earliest} or later.`];
}

function isDay(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

function yearAfter(day) {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}
