import type { Contract } from '../contract/contract.ts';
import { connectionVariables } from '../layout/connection.ts';
import { type Html, html, separated } from '../layout/html.ts';
import type { Step, StepParameter } from './documents.ts';
import type { Expressions, Variable } from './expressions.ts';
import { jsonDocument, quotedWord } from './shell.ts';
import type { WorkflowWords } from './words.ts';

const URL_VARIABLE: Variable = { name: 'TRADEPOST_URL', stepId: undefined, isText: true };
const KEY_VARIABLE: Variable = { name: 'TRADEPOST_API_KEY', stepId: undefined, isText: true };

/** What to set before the first command. */
export const variables = ({ createdIn, unused }: WorkflowWords): string => `${connectionVariables(createdIn)}
# ${unused}
run='try1'`;

/** A step as a command. `-i` shows the status and the headers, which later steps may need. */
export function curlCommand(
  { operationId, parameters = [], requestBody }: Step,
  contract: Contract,
  expressions: Expressions,
): Html {
  const { method, path } = contract.operation(operationId);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const words = [
    html`curl -i${methodWords(method, query.length > 0, requestBody !== undefined)} ${address(contract.basePath + path, parameters, expressions)}`,
    header(['Authorization: Bearer ', KEY_VARIABLE]),
    ...(requestBody ? [header(['Content-Type: application/json'])] : []),
    ...parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, value }) => header([`${name}: `, ...expressions.parts(value)])),
    ...query.map(
      ({ name, value }) => html`--data-urlencode ${quotedWord([`${name}=`, ...expressions.parts(value)])}`,
    ),
  ];
  const command = html`${separated(words, ' \\\n  ')}`;
  if (!requestBody) return command;
  return html`${command} \\
  --data-binary @- &lt;&lt;EOF
${jsonDocument(requestBody.payload, expressions)}
EOF`;
}

/** `-G` moves the parameters into the address. With a body POST is what curl sends anyway, but it's clearer to say it. */
function methodWords(method: string, hasQuery: boolean, hasBody: boolean): string {
  if (method !== 'get' && hasQuery) throw new Error('A query belongs to a GET.');
  if (hasQuery) return ' -G';
  return method === 'get' && !hasBody ? '' : ` -X ${method.toUpperCase()}`;
}

const header = (parts: readonly (string | Variable)[]): Html => html`-H ${quotedWord(parts)}`;

function address(path: string, parameters: readonly StepParameter[], expressions: Expressions): Html {
  const values = new Map(parameters.map(({ in: place, name, value }) => [`${place} ${name}`, value]));
  const parts = path.split(/(\{\w+\})/).flatMap((part) => {
    if (!part.startsWith('{')) return [part];
    const value = expressions.parts(values.get(`path ${part.slice(1, -1)}`));
    return value.map((one) => (typeof one === 'string' ? encodeURIComponent(one) : one));
  });
  return quotedWord([URL_VARIABLE, ...parts]);
}
