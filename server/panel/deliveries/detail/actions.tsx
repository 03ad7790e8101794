import { Hidden, PostButton, SubmitButton } from '../../kit/index.ts';
import { listLink } from '../list/list-query.ts';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** What staff can do with a delivery. Resending is the first thing to do with one that wasn't accepted. */
export function Actions({ delivery, attempt, kept, format, mayResend }: DetailProps) {
  const w = words[format.locale];
  if (delivery.endpointDeleted) return <p class="hint">{w.endpointDeleted}</p>;
  const path = `/panel/deliveries/${delivery.id}`;
  const isAccepted = delivery.status === 'SUCCESS';
  return (
    <>
      <div class="actions" hx-boost="false">
        {mayResend ? (
          <PostButton
            action={`${path}/resend`}
            fields={{ back: listLink(kept, { open: delivery.id }) }}
            look={isAccepted ? undefined : 'primary'}
            id={`resend-${delivery.id}`}
          >
            {w.resend}
          </PostButton>
        ) : null}
        <form
          method="post"
          action={`${path}/curl`}
          data-copies={`curl-${delivery.id}`}
          hx-post={`${path}/curl`}
          hx-target={`#curl-${delivery.id}`}
          hx-select=".curl-command"
          hx-swap="innerHTML"
          hx-push-url="false"
        >
          <Hidden fields={{ attempt: attempt?.number }} />
          <SubmitButton id={`copy-${delivery.id}`}>{w.copyCurl}</SubmitButton>
        </form>
      </div>
      {mayResend && isAccepted ? <p class="hint">{w.resendAccepted}</p> : null}
      {!mayResend || delivery.endpointActive ? null : <p class="hint">{w.resendInactive}</p>}
      {/* Kept when the list follows what happens. */}
      <div id={`curl-${delivery.id}`} class="curl-slot" hx-preserve />
    </>
  );
}
