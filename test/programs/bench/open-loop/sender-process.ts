// Sends the requests of the file that is its argument, by one schedule after the other.
import { readRequests } from './read-requests.ts';
import { type Schedule, ScheduledSender } from './scheduled-sender.ts';
import type { Reply } from './sender.ts';

const reply = (message: Reply): void => void process.send!(message);
const requests = await readRequests(process.argv[2]!);

process.on('message', (schedule: Schedule) => {
  const { from, to } = schedule.only ?? { from: 0, to: requests.length };
  new ScheduledSender(schedule, requests.slice(from, to)).run().then(
    (sent) => reply({ sent }),
    (error: Error) => reply({ failure: error.message }),
  );
});
reply({});
