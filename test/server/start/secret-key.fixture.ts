import { loadSecretKey } from '../../../server/secret-key.ts';

// A process that reads the secret key of each data folder that it is sent, and sends back what it got.
process.on('message', async (dataDir: string) => {
  process.send!(await loadSecretKey({ secretKey: undefined, dataDir }));
});
process.send!('ready');
