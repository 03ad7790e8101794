// The formats that the contract adds to those of JSON Schema.
export const formats = {
  money: { type: 'number', validate: (value) => hasDecimals(value, 2) },
  quantity: { type: 'number', validate: (value) => hasDecimals(value, 3) },
  gtin: { type: 'string', validate: isGtin },
};

function hasDecimals(value, most) {
  return Number(value.toFixed(most)) === value;
}

// GS1: from the right, the digits before the check digit weigh 3, 1, 3, 1…, and all together make a multiple of 10.
function isGtin(text) {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
