import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderMail, OrderMailState } from '#shop/orders/order-mail.ts'

const STATES: Record<OrderMailState, { name: string; tone: Tone }> = {
  queued: { name: 'Queued', tone: 'info' },
  sent: { name: 'Sent', tone: 'positive' },
  failed: { name: 'Failed', tone: 'danger' },
  dropped: { name: 'Not sent', tone: 'neutral' },
}

/** The emails about an order, newest first, each with its text. */
export function OrderMails({ mails }: { mails: OrderMail[] }) {
  if (mails.length === 0)
    return <p className="text-ink-soft">No emails are kept for this order. Those from now on are.</p>
  return (
    <ul className="order-entries">
      {mails.map((mail) => (
        <li key={mail.id} data-row>
          <MailHead mail={mail} />
          <details>
            <summary className="link">
              Show the text
              <VisuallyHidden>{` of ${mail.name}, ${formatDayAndTime(mail.at)}`}</VisuallyHidden>
            </summary>
            <MailText mail={mail} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function MailHead({ mail: { name, state, at, recipient, askedBy } }: { mail: OrderMail }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold">{name}</b>
        <Badge tone={STATES[state].tone} dot={false}>
          {STATES[state].name}
        </Badge>
      </p>
      <p className="data-sub">
        <time dateTime={at.toISOString()}>{formatDayAndTime(at)}</time>, to {recipient}
        {askedBy && `, sent again by ${askedBy}`}
      </p>
    </>
  )
}

function MailText({ mail: { id, name, state, subject, text, canSendAgain } }: { mail: OrderMail }) {
  const { isSubmitting, stopTwice } = useSubmitting('send-again')
  return (
    <div className="grid gap-3 pt-2">
      {text === null ? (
        <p className="text-ink-soft">
          {state === 'dropped'
            ? 'It was not sent: it no longer applied when its turn came.'
            : 'It is written when it is sent.'}
        </p>
      ) : (
        <>
          <p className="font-semibold">{subject}</p>
          <p className="order-letter">{text}</p>
        </>
      )}
      {state === 'sent' && !canSendAgain && (
        <p className="text-ink-soft">It no longer says what is true of the order, so it isn’t sent again.</p>
      )}
      {canSendAgain && (
        <Form method="post" onSubmit={stopTwice}>
          <input type="hidden" name="intent" value="send-again" />
          <input type="hidden" name="mailId" value={id} />
          <Button look="line" busy={isSubmitting}>
            Send again
            <VisuallyHidden>{` (${name})`}</VisuallyHidden>
          </Button>
        </Form>
      )}
    </div>
  )
}
