/** The service puts its address here when it starts. */
const ADDRESS = '{{address}}';

/** The two variables that the SDK reads, and that every command of the documentation uses. */
export const CONNECTION_VARIABLES = `export TRADEPOST_URL=${ADDRESS}
# Created in the panel under API keys (Chaves de API):
export TRADEPOST_API_KEY='tp_…'`;
