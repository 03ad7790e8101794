/** Adds the address and the key. orval's functions call it in place of `fetch`. */
export async function tradepostFetch<T>(url: string, init: RequestInit): Promise<T> {
  const { TRADEPOST_URL, TRADEPOST_KEY } = process.env;
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${TRADEPOST_KEY}`);
  const response = await fetch(`${TRADEPOST_URL}/api/v1${url}`, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  return { data: isJson ? JSON.parse(text) : text, status: response.status, headers: response.headers } as T;
}
