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

/** What `x-event` says in English, as the Markdown description of the webhook. */
export function eventDescription({ scope, fires, does_not_fire, notes = {} }) {
  return [
    section('Fires:', fires),
    section("Doesn't fire:", does_not_fire),
    section('Good to know:', notes),
    `Keys with the scope \`${scope}\` see it in \`GET /events\`. [All events](/docs/webhooks) are also explained in Portuguese.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function section(heading, sentences) {
  const lines = Object.values(sentences ?? {}).map(({ en }) => `- ${en}`);
  return lines.length === 0 ? '' : [heading, '', ...lines].join('\n');
}
