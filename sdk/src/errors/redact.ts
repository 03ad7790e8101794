/** Takes the API key out of a text. It can get into any: an answer may quote it, or it was passed as an id. */
export type Redact = (text: string) => string;

export const redactor =
  (apiKey: string): Redact =>
  (text) =>
    text.replaceAll(apiKey, '[API key]');
