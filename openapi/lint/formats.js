// The formats that the contract adds to those of JSON Schema.
export const formats = {
  money: { type: 'number', validate: (value) => hasAtMostDecimals(value, 2) },
  quantity: { type: 'number', validate: (value) => hasAtMostDecimals(value, 3) },
  gtin: { type: 'string', validate: isGtin },
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
