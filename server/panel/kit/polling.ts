/** Attributes of an element that reads itself again, with htmx, for as long as it has them. */
export const polling = (path: string, id: string, seconds: number): Readonly<Record<string, string>> => ({
  'hx-get': path,
  'hx-trigger': `every ${seconds}s`,
  'hx-select': `#${id}`,
  'hx-swap': 'outerHTML',
});
