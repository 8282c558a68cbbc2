import { Form } from 'react-router'
import { type Preview, PreviewSection, UnknownMarks } from '#app/admin/newsletters/preview.tsx'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { Facts } from '#app/desk/record-dialog.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { counted } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import {
  againText,
  audienceText,
  type Newsletter,
  PROMISED_DAYS,
  sendingMinutes,
  subscribersText,
} from '#shop/newsletters/newsletter.ts'

export type SendPageProps = {
  newsletter: Newsletter
  recipients: number
  /** The last newsletter of the promised days; null when there was none. */
  earlier: { subject: string; startedAt: Date } | null
  /** How many of the recipients got another one in the promised days. */
  again: number
  /** Marks of the text that emails do not have. */
  unknown: string[]
  /** Problems of the draft that prevent sending, a sentence each. */
  missing: string[]
  preview: Preview
  answer: FormAnswer | undefined
}

/** The last step before a newsletter is sent: to how many, whether too soon, and the confirmation. */
export function SendPage(props: SendPageProps) {
  const { newsletter, recipients, earlier, again, missing, unknown, preview, answer } = props
  const own = `${NEWSLETTERS}/${newsletter.id}`
  const problems = answer && !answer.ok ? answer.problems : {}
  const message = answer && !answer.ok ? (answer.message ?? Object.values(problems)[0]) : null
  const isDraft = newsletter.status === 'draft'
  const minutes = sendingMinutes(recipients)
  return (
    <AdminPage
      actions={
        <ButtonLink to={own} look="line" icon="arrow-left" reloadDocument>
          {isDraft ? 'Back to the draft' : 'To its results'}
        </ButtonLink>
      }
    >
      {message && (
        <Banner tone="danger" className="mb-4">
          {message}
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Subject', value: newsletter.subject || 'None yet' },
          { label: 'Recipients', value: recipients === 0 ? 'Nobody' : subscribersText(recipients) },
          { label: 'Who', value: audienceText(newsletter) },
          ...(recipients > 0
            ? [{ label: 'Takes about', value: minutes <= 1 ? 'a minute' : counted(minutes, 'minute') }]
            : []),
        ]}
      />
      <UnknownMarks of={unknown} />
      {!isDraft ? (
        <Banner className="mt-4" live={false}>
          This newsletter is being sent or has been sent already.
        </Banner>
      ) : missing.length > 0 ? (
        <Banner tone="warning" className="mt-4" live={false} title="Before it can be sent:">
          {missing.join(' ')}
        </Banner>
      ) : recipients === 0 ? (
        <Banner tone="warning" className="mt-4" live={false}>
          No subscriber matches, so there is nobody to send it to.
        </Banner>
      ) : (
        <Form method="post" replace className="newsletter-form mt-5" noValidate aria-label="Confirmation">
          <input type="hidden" name="seenAt" value={newsletter.updatedAt.getTime()} />
          <input type="hidden" name="recipients" value={recipients} />
          {earlier && (
            <>
              <Banner
                tone="warning"
                live={false}
                title="Subscribers were promised one email a month at most."
              >
                {`“${earlier.subject}” was sent on ${formatDay(earlier.startedAt)}, less than ${PROMISED_DAYS} days ago. ${
                  again > 0 ? againText(again) : 'None of these subscribers got it.'
                }`}
              </Banner>
              <Checkbox name="despitePromise" label="Send it all the same, sooner than promised" />
            </>
          )}
          <Checkbox
            name="confirmed"
            label={`Yes, send it to ${subscribersText(recipients)} now. It cannot be taken back.`}
            errors={problems.confirmed ? [problems.confirmed] : null}
          />
          <div className="newsletter-buttons">
            <Button>{`Send to ${subscribersText(recipients)}`}</Button>
          </div>
        </Form>
      )}
      <PreviewSection title="The email" preview={preview} />
    </AdminPage>
  )
}
