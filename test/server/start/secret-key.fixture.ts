import { loadSecretKey } from '../../../server/main/secret-key.ts';

// Loads the secret key of each data folder that the parent process sends, and sends the key back.
process.on('message', async (dataDir: string) => {
  process.send!(await loadSecretKey({ secretKey: undefined, dataDir }));
});
process.send!('ready');
