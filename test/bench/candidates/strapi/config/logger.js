module.exports = { level: 'error' };
