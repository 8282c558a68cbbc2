import type { ReactNode } from 'react'
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

type ResultsPageProps = {
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

export function ResultsPage({ newsletter, results, preview, answer, typed, asks }: ResultsPageProps) {
  const isSending = newsletter.status === 'sending'
  useLiveFigures(isSending ? WHILE_SENDING_MS : null)
  const canResume = newsletter.status === 'stopped' && results.queued > 0
  const own = `${NEWSLETTERS}/${newsletter.id}`
  const waiting = `${formatNumber(results.queued)} of ${formatNumber(results.recipients)}`
  return (
    <AdminPage
      title={newsletter.subject}
      back={{ to: NEWSLETTERS, label: 'Newsletters' }}
      actions={
        <>
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
      {asks === 'stop' && isSending && (
        <SendingDialog own={own} intent="stop">
          <p>{`${waiting} have not got it yet, and won’t unless it is resumed.`}</p>
        </SendingDialog>
      )}
      {asks === 'resume' && canResume && (
        <SendingDialog own={own} intent="resume">
          <p>{`It goes to the ${waiting} who have not got it. Nobody gets it twice.`}</p>
          {results.again > 0 && <p>{againText(results.again)}</p>}
        </SendingDialog>
      )}
    </AdminPage>
  )
}

type DialogProps = { own: string; intent: 'stop' | 'resume'; children: ReactNode }

function SendingDialog({ own, intent, children }: DialogProps) {
  const verb = intent === 'stop' ? 'Stop' : 'Resume'
  return (
    <ConfirmDialog
      title={`${verb} sending?`}
      confirm={`${verb} sending`}
      closeTo={own}
      action={own}
      fields={{ intent }}
    >
      {children}
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
  const { skipped, queued, revenue } = results
  const figure = (label: string, count: number, definition: string, note?: string): Figure => ({
    ...{ label, value: formatNumber(count), definition },
    ...(note && { note }),
  })
  return [
    figure('Recipients', results.recipients, 'Subscribers who were to get it when sending began.'),
    figure(
      'Sent',
      results.sent,
      'Handed to the mail server. Whether somebody opened it is not tracked. Skipped subscribers had unsubscribed or closed their account before their email was sent.',
      `${formatNumber(queued)} not sent, ${formatNumber(skipped)} skipped`,
    ),
    figure(
      'Failed',
      results.failed,
      'The mail server refused the address for good, or three times for the moment.',
    ),
    figure(
      'Unsubscribed',
      results.unsubscribed,
      'Unsubscribed with the link or the button of this newsletter.',
    ),
    figure(
      'Visits',
      results.visits,
      'Visits that began with a link of this newsletter, without those of browsers that ask not to be counted. One person may visit several times.',
    ),
    figure(
      'Orders',
      results.orders,
      `Orders placed within ${RESULT_DAYS} days after the email by accounts with the address of a recipient, whatever led to them. Cancelled ones are left out.`,
    ),
    {
      label: 'Revenue',
      value: formatPrice(wholeRupees(revenue)),
      definition: 'What of these orders is paid, less refunds.',
    },
  ]
}
