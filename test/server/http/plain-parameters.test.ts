import { parse } from 'node:querystring';
import express, { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { contractOperations, type Operation, type Parameter } from '../../../server/contract.ts';
import { takePlainParameters } from '../../../server/http/validation/plain-parameters.ts';
import { parameterCheck } from '../../../server/http/validation/raw-parameters.ts';
import { type Validator, validatorsOf } from '../../../server/http/validation/validators.ts';

const app = express();
const INTEGERS = ['1', '200', '201', '2147483647', '0', '-0', '-1', '2147483648', '9007199254740992'];
const OTHERS = [
  'true',
  'false',
  'True',
  'null',
  'id',
  '-name',
  'csv',
  'json',
  'active',
  'Pending',
  'ç',
  'a+b',
];
const LENGTHS = [1, 10, 40, 41, 50, 64, 65, 100, 101, 120, 121, 254, 255, 2000, 2001];
const LONG = LENGTHS.flatMap((length) => ['x'.repeat(length), '😀'.repeat(Math.ceil(length / 2))]);
const TIMES = ['2026-01-01T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01'];
const texts = [...INTEGERS, ...OTHERS, ...LONG, ...TIMES];

const gets = contractOperations.filter((operation) => takePlainParameters(operation));
type Given = Readonly<Record<string, string>>;

function requestOf(operation: Operation, ids: Given, query: Given, headers: Given = {}): Request {
  const encoded = new URLSearchParams(query).toString();
  const path = operation.route.replaceAll(/:(\w+)/g, (_, name: string) => ids[name]!);
  return {
    app,
    get: (name: string) => headers[name.toLowerCase()],
    method: 'GET',
    path,
    originalUrl: encoded === '' ? path : `${path}?${encoded}`,
    baseUrl: '',
    headers,
    query: parse(encoded),
    params: ids,
  } as never;
}

const isIn = (where: Parameter['in']) => (parameter: Parameter) => parameter.in === where;
const plainIds = ({ parameters }: Operation): Given =>
  Object.fromEntries(parameters.filter(isIn('path')).map(({ name }) => [name, '1']));
/** What a request needs in any case. */
const required = ({ id }: Operation): Given => (id.startsWith('export') ? { format: 'csv' } : {});

/** Whether it was taken. If so, the validator must have taken it alike. */
function comparedWith(validator: Validator, operation: Operation, ids: Given, query: Given): boolean {
  const [given, validated] = [requestOf(operation, ids, query), requestOf(operation, ids, query)];
  const rawQuery = given.originalUrl.split('?')[1] ?? '';
  if (parameterCheck(operation)(rawQuery, ids).length > 0) return false;
  if (!takePlainParameters(operation)!(given)) return false;
  expect(validator(operation, validated, {} as Response)).toBe(undefined);
  expect({ ...given.params }).toEqual({ ...validated.params });
  expect({ ...given.query }).toEqual({ ...validated.query });
  return true;
}

it.each(gets)('takes parameters of $id only if the validator does, with the same values', (operation) => {
  const validator = validatorsOf(operation).allIssues;
  const ids = plainIds(operation);
  for (const text of texts) {
    for (const { name } of operation.parameters.filter(isIn('query')))
      comparedWith(validator, operation, ids, { ...required(operation), [name]: text });
    for (const name of Object.keys(ids))
      comparedWith(validator, operation, { [name]: text }, required(operation));
  }
});

it.each(['listProducts', 'listOrders', 'listEvents'])('takes the page and the order of %s', (id) => {
  const operation = gets.find((each) => each.id === id)!;
  const { allIssues } = validatorsOf(operation);
  expect(comparedWith(allIssues, operation, {}, {})).toBe(true);
  expect(comparedWith(allIssues, operation, {}, { limit: '20', cursor: 'WyJpZCJd.x' })).toBe(true);
});

it.each(['getProduct', 'getOrder'])('takes the id of %s', (id) => {
  const operation = gets.find((each) => each.id === id)!;
  expect(comparedWith(validatorsOf(operation).allIssues, operation, plainIds(operation), {})).toBe(true);
});

it('leaves a header of the contract to the validator', () => {
  const operation = gets.find(({ id }) => id === 'getProduct')!;
  const given = requestOf(operation, plainIds(operation), {}, { 'if-none-match': '' });
  expect(takePlainParameters(operation)!(given)).toBe(false);
});

it('leaves a missing parameter that is required to the validator', () => {
  for (const operation of gets.filter(({ id }) => id.startsWith('export') || id === 'getSalesReport'))
    expect(takePlainParameters(operation)!(requestOf(operation, plainIds(operation), {}))).toBe(false);
});
