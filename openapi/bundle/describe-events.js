import { eventDescription } from '../lint/event-description.js';
import { follow } from '../lint/references.js';

/** Gives webhooks the description that their `x-event` makes. Where there is one already, the rule event-catalogue compares it. */
export const describeEvents = () => ({
  Root(root, ctx) {
    for (const item of Object.values(root.webhooks ?? {})) {
      const { post } = follow(item, ctx).node ?? {};
      if (post?.['x-event']) post.description ??= eventDescription(post['x-event']);
    }
  },
});
