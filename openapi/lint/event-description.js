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
