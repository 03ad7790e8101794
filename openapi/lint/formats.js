/** Visible, on one line, and without blanks around it. */
const line = { type: 'string', validate: (text) => text.trim() === text && !/\p{C}/u.test(text) };

// The formats that the contract adds to those of JSON Schema.
export const formats = {
  money: { type: 'number', validate: (value) => hasAtMostDecimals(value, 2) },
  quantity: { type: 'number', validate: (value) => hasAtMostDecimals(value, 4) },
  price: {
    type: 'number',
    validate: (value) => hasAtMostDecimals(value, 10) && Number(value.toPrecision(15)) === value,
  },
  phone: { type: 'string', validate: (text) => /^(\+[1-9]\d{6,14}|\d{8,11})$/.test(text) },
  ncm: { type: 'string', validate: (text) => /^\d{8}$/.test(text) },
  cest: { type: 'string', validate: (text) => /^\d{7}$/.test(text) },
  country: { type: 'string', validate: (text) => /^[A-Z]{2}$/.test(text) },
  state: { type: 'string', validate: (text) => /^[A-Z]{2}$/.test(text) },
  'document-number': { type: 'string', validate: (text) => /^\d{1,15}$/.test(text) },
  ...Object.fromEntries(
    ['name', 'sku', 'sku-reference', 'external-id', 'reference', 'tax-id', 'trimmed'].map((each) => [
      each,
      line,
    ]),
  ),
  gtin: { type: 'string', validate: isGtin },
  'ibge-city-code': { type: 'string', validate: isCityCode },
  'access-key': { type: 'string', validate: isAccessKey },
};

function hasAtMostDecimals(value, decimals) {
  return Number(value.toFixed(decimals)) === value;
}

// GS1: counted from the check digit on the right, the digits are weighted 1, 3, 1, 3… and add up to a multiple of 10.
function isGtin(text) {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

// MOC 2.2.6.1: the first 43 characters, from the right, are weighted 2 to 9 over and over. A letter counts as its ASCII code - 48.
function isAccessKey(text) {
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(text)) return false;
  let sum = 0;
  for (let index = 42; index >= 0; index -= 1)
    sum += (text.charCodeAt(index) - 48) * (((42 - index) % 8) + 2);
  const digit = 11 - (sum % 11);
  return Number(text[43]) === (digit > 9 ? 0 : digit);
}

// IBGE: 1 2 1 2 1 2 are the weights, and the digits of the products and the check digit add up to a multiple of 10.
function isCityCode(text) {
  if (!/^[1-5]\d{6}$/.test(text)) return false;
  const digits = [...text].flatMap((digit, index) => [...String(digit * (index % 2 ? 2 : 1))]);
  return digits.reduce((total, digit) => total + Number(digit), 0) % 10 === 0;
}
