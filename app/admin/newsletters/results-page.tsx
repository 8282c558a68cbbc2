import { CopyButton, NewsletterBadge, type Preview, PreviewSection } from '#app/admin/newsletters/preview.tsx'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { type Figure, FiguresStrip, useLiveFigures } from '#app/desk/figures-strip.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { type Fact, Facts } from '#app/desk/record-dialog.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import {
  againText,
  audienceText,
  type Newsletter,
  type NewsletterResults,
  RESULT_DAYS,
} from '#shop/newsletters/newsletter.ts'

export type ResultsPageProps = {
  newsletter: Newsletter
  /** `again`: of those who have not got a stopped one, how many got another in the promised days. */
  results: NewsletterResults & { again: number }
  preview: Preview
  answer: AdminAnswer | undefined
  /** The text that an admin typed while another sent the newsletter; null for none. */
  typed: string | null
  asks: 'delete' | 'stop' | 'resume' | null
}

const WHILE_SENDING_MS = 5_000

/** A newsletter that is being sent or was sent: its progress, what came of it, and the email. */
export function ResultsPage({ newsletter, results, preview, answer, typed, asks }: ResultsPageProps) {
  const isSending = newsletter.status === 'sending'
  useLiveFigures(isSending ? WHILE_SENDING_MS : null)
  const canResume = newsletter.status === 'stopped' && results.queued > 0
  const own = `${NEWSLETTERS}/${newsletter.id}`
  return (
    <AdminPage
      title={newsletter.subject}
      actions={
        <>
          <ButtonLink to={NEWSLETTERS} look="line" icon="arrow-left">
            Newsletters
          </ButtonLink>
          <CopyButton newsletter={newsletter} />
          {canResume && (
            <ButtonLink to={`${own}?resume=1`} preventScrollReset>
              Resume sending
            </ButtonLink>
          )}
          {isSending && (
            <ButtonLink to={`${own}?stop=1`} icon="x" preventScrollReset>
              Stop sending
            </ButtonLink>
          )}
        </>
      }
    >
      <StatusNotice answer={answer} />
      {typed !== null && (
        <AdminSection title="Your text, which is not saved">
          <pre className="newsletter-text">{typed}</pre>
        </AdminSection>
      )}
      <Facts facts={factsOf(newsletter, results)} />
      <AdminSection title="Results">
        <FiguresStrip figures={figuresOf(results)} />
      </AdminSection>
      {results.undeliverable.length > 0 && (
        <AdminSection title="Addresses that don’t exist">
          <p>Newsletters skip these subscribers until they subscribe again.</p>
          <p>{results.undeliverable.join(', ')}</p>
        </AdminSection>
      )}
      <PreviewSection title="The email" preview={preview} />
      {asks === 'stop' && isSending && <StopDialog {...{ own, results }} />}
      {asks === 'resume' && canResume && <ResumeDialog {...{ own, results }} />}
    </AdminPage>
  )
}

type DialogProps = Pick<ResultsPageProps, 'results'> & { own: string }

function StopDialog({ own, results }: DialogProps) {
  return (
    <ConfirmDialog
      title="Stop sending?"
      confirm="Stop sending"
      closeTo={own}
      action={own}
      fields={{ intent: 'stop' }}
    >
      <p>
        {`${formatNumber(results.queued)} of ${formatNumber(results.recipients)} have not got it yet, and won’t unless it is resumed.`}
      </p>
    </ConfirmDialog>
  )
}

function ResumeDialog({ own, results }: DialogProps) {
  return (
    <ConfirmDialog
      title="Resume sending?"
      confirm="Resume sending"
      closeTo={own}
      action={own}
      fields={{ intent: 'resume' }}
    >
      <p>{`It goes to the ${formatNumber(results.queued)} of ${formatNumber(results.recipients)} who have not got it. Nobody gets it twice.`}</p>
      {results.again > 0 && <p>{againText(results.again)}</p>}
    </ConfirmDialog>
  )
}

function factsOf(newsletter: Newsletter, { queued }: NewsletterResults): Fact[] {
  const { status, startedAt, endedAt, slug, stopReason } = newsletter
  const ended = status === 'stopped' ? 'Stopped' : 'Finished'
  return [
    { label: 'State', value: <NewsletterBadge status={status} /> },
    { label: 'Sent to', value: audienceText(newsletter) },
    { label: 'Started', value: startedAt && formatDayAndTime(startedAt) },
    endedAt
      ? { label: ended, value: formatDayAndTime(endedAt) }
      : { label: 'Still to send', value: formatNumber(queued) },
    ...(stopReason === null
      ? []
      : [
          {
            label: 'Why',
            value: `The mail server refuses our emails: “${stopReason}”. Ask your mail provider, then resume.`,
          },
        ]),
    { label: 'Named in links as', value: slug },
  ]
}

function figuresOf(results: NewsletterResults): Figure[] {
  const { recipients, sent, failed, skipped, queued, unsubscribed, visits, orders, revenue } = results
  return [
    {
      label: 'Recipients',
      value: formatNumber(recipients),
      definition: 'Subscribers who were to get it when sending began.',
    },
    {
      label: 'Sent',
      value: formatNumber(sent),
      note: `${formatNumber(queued)} not sent, ${formatNumber(skipped)} skipped`,
      definition:
        'Handed to the mail server. Whether somebody opened it is not tracked. Skipped subscribers had unsubscribed or closed their account before their email was sent.',
    },
    {
      label: 'Failed',
      value: formatNumber(failed),
      definition: 'The mail server refused the address for good, or three times for the moment.',
    },
    {
      label: 'Unsubscribed',
      value: formatNumber(unsubscribed),
      definition: 'Unsubscribed with the link or the button of this newsletter.',
    },
    {
      label: 'Visits',
      value: formatNumber(visits),
      definition:
        'Visits that began with a link of this newsletter, without those of browsers that ask not to be counted. One person may visit several times.',
    },
    {
      label: 'Orders',
      value: formatNumber(orders),
      definition: `Orders placed within ${RESULT_DAYS} days after the email by accounts with the address of a recipient, whatever led to them. Cancelled ones are left out.`,
    },
    {
      label: 'Revenue',
      value: formatPrice(wholeRupees(revenue)),
      definition: 'What of these orders is paid, less refunds.',
    },
  ]
}
