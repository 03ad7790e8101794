import type { Parameter } from '../../contract-check/contract.ts';
import { flat, typesOf } from './flat-schema.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type Mistake, pickOne } from './mistake.ts';

/** Values that every parameter refuses. */
const ALWAYS_WRONG = ['', '%00', '%ff', '%', '%zz', '%u0041', '%ED%A0%80', 'a%00b'];
const WRONG_INTEGERS = [
  '0',
  '-1',
  '0x10',
  '1e1',
  '1.0',
  '%2010',
  '+10',
  '010',
  '99999999999999999999',
  '1,2',
  'x',
];
const WRONG_TIMES = [
  '2026-02-30T00%3A00%3A00Z',
  '2026-01-01',
  '2026-01-01T24:00:00Z',
  '0000-01-01T00%3A00%3A00Z',
  'now',
  '1767225600',
];
const UNKNOWN = [
  'colour',
  'Limit',
  'tenant_id',
  '__proto__',
  'constructor',
  '',
  'limit[]',
  'limit%5B%5D',
  '%ff',
  '%00',
];

/** An unknown parameter, a repeated one, or an invalid value. */
export const queryMistake: Mistake = (request, { queryParameters }, [which, where]) => {
  if (queryParameters.length === 0 || where % 4 === 0) return unknown(request, which);
  const parameter = pickOne(queryParameters, where >> 2);
  const others = request.query.filter(([name]) => name !== parameter.name);
  if (which % 8 === 0) return repeated(request, parameter.name);
  const value = pickOne(wrongValues(parameter), which);
  return {
    ...request,
    query: [...others, [parameter.name, value]],
    transport: 'raw',
    mistakes: [...request.mistakes, `query: ${parameter.name}=${value.slice(0, 40)}`],
  };
};

function unknown(request: FuzzRequest, which: number): FuzzRequest {
  const name = pickOne(UNKNOWN, which);
  return {
    ...request,
    query: [...request.query, [name, '1']],
    transport: 'raw',
    mistakes: [...request.mistakes, `query: unknown ${name}`],
  };
}

/** Repeats the parameter under another spelling of its name. */
function repeated(request: FuzzRequest, name: string): FuzzRequest {
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return {
    ...request,
    query: [...request.query.filter(([each]) => each !== name), [name, '1'], [encoded, '1']],
    transport: 'raw',
    mistakes: [...request.mistakes, `query: ${name} twice`],
  };
}

function wrongValues({ name, schema }: Parameter): string[] {
  const { enum: values, format, maxLength, pattern } = flat(schema);
  const types = typesOf(flat(schema));
  return [
    ...ALWAYS_WRONG,
    ...(types.includes('integer') ? WRONG_INTEGERS : []),
    ...(types.includes('boolean') ? ['yes', '1', 'TRUE'] : []),
    ...(values ? ['no_such_value', String(values[0]).toUpperCase() === values[0] ? 'x' : 'X'] : []),
    ...(format === 'date-time' ? WRONG_TIMES : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(pattern !== undefined ? ['%20'] : []),
    ...(name === 'cursor' ? ['x', 'e30.e30', `${'A'.repeat(24)}.${'A'.repeat(16)}`] : []),
  ];
}
