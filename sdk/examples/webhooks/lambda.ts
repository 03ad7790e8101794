// Behind API Gateway (REST or HTTP API), a function URL or a load balancer. They differ in how they pass headers and bodies.
// A load balancer's limit for bodies is 1 MB, which the largest orders come near; a function's is 6 MB.
import type { ALBEvent, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import { receiver } from './receiver.ts';

export async function handler(event: APIGatewayProxyEvent | APIGatewayProxyEventV2 | ALBEvent) {
  const method = 'httpMethod' in event ? event.httpMethod : event.requestContext.http.method;
  const lists = 'multiValueHeaders' in event ? event.multiValueHeaders : undefined;
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const response = await receiver.receive({ method, headers: { ...lists, ...event.headers }, body });
  return {
    statusCode: response.status,
    headers: response.headers,
    // A load balancer that passes lists wants lists.
    ...(lists && { multiValueHeaders: listsOf(response.headers) }),
    body: response.body,
  };
}

const listsOf = (headers: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
