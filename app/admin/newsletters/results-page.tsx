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
  audienceText,
  type Newsletter,
  type NewsletterResults,
  RESULT_DAYS,
  repeatText,
} from '#shop/newsletters/newsletter.ts'

type ResultsPageProps = {
  newsletter: Newsletter
  /** `again`: recipients who still lack this stopped newsletter but got another one within PROMISED_DAYS. */
  results: NewsletterResults & { again: number }
  preview: Preview
  answer: AdminAnswer | undefined
  /** The text that an admin typed while another admin sent the newsletter, or null. */
  typed: string | null
  dialog: 'delete' | 'stop' | 'resume' | null
}

const WHILE_SENDING_MS = 5_000

export function ResultsPage({ newsletter, results, preview, answer, typed, dialog }: ResultsPageProps) {
  const isSending = newsletter.status === 'sending'
  useLiveFigures(isSending ? WHILE_SENDING_MS : null)
  const canResume = newsletter.status === 'stopped' && results.queued > 0
  const newsletterPath = `${NEWSLETTERS}/${newsletter.id}`
  const unsentCount = `${formatNumber(results.queued)} of ${formatNumber(results.recipients)}`
  return (
    <AdminPage
      title={newsletter.subject}
      back={{ to: NEWSLETTERS, label: 'Newsletters' }}
      actions={
        <>
          <CopyButton newsletter={newsletter} />
          {canResume && (
            <ButtonLink to={`${newsletterPath}?resume=1`} preventScrollReset>
              Resume sending
            </ButtonLink>
          )}
          {isSending && (
            <ButtonLink to={`${newsletterPath}?stop=1`} icon="x" preventScrollReset>
              Stop sending
            </ButtonLink>
          )}
        </>
      }
    >
      <StatusNotice answer={answer} />
      {typed !== null && (
        <AdminSection title="Your unsaved text">
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
      {dialog === 'stop' && isSending && (
        <SendingDialog newsletterPath={newsletterPath} intent="stop">
          <p>{`${unsentCount} have not got it yet, and won’t unless you resume sending.`}</p>
        </SendingDialog>
      )}
      {dialog === 'resume' && canResume && (
        <SendingDialog newsletterPath={newsletterPath} intent="resume">
          <p>{`It goes to the ${unsentCount} who have not got it yet. Nobody gets it twice.`}</p>
          {results.again > 0 && <p>{repeatText(results.again)}</p>}
        </SendingDialog>
      )}
    </AdminPage>
  )
}

type DialogProps = { newsletterPath: string; intent: 'stop' | 'resume'; children: ReactNode }

function SendingDialog({ newsletterPath, intent, children }: DialogProps) {
  const verb = intent === 'stop' ? 'Stop' : 'Resume'
  return (
    <ConfirmDialog
      title={`${verb} sending?`}
      confirm={`${verb} sending`}
      closeTo={newsletterPath}
      action={newsletterPath}
      fields={{ intent }}
    >
      {children}
    </ConfirmDialog>
  )
}

function factsOf(newsletter: Newsletter, { queued }: NewsletterResults): Fact[] {
  const { status, startedAt, endedAt, slug, stopReason } = newsletter
  const endLabel = status === 'stopped' ? 'Stopped' : 'Finished'
  return [
    { label: 'State', value: <NewsletterBadge status={status} /> },
    { label: 'Sent to', value: audienceText(newsletter) },
    { label: 'Started', value: startedAt && formatDayAndTime(startedAt) },
    endedAt
      ? { label: endLabel, value: formatDayAndTime(endedAt) }
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
    figure('Recipients', results.recipients, 'Subscribers in the audience when sending began.'),
    figure(
      'Sent',
      results.sent,
      'Handed to the mail server. Whether somebody opened it is not tracked. Skipped subscribers had unsubscribed or closed their account, or their address did not exist, before their email was sent.',
      `${formatNumber(queued)} not sent, ${formatNumber(skipped)} skipped`,
    ),
    figure(
      'Failed',
      results.failed,
      'The mail server refused the address permanently, or three times temporarily.',
    ),
    figure(
      'Unsubscribed',
      results.unsubscribed,
      'Unsubscribed with the link or the button of this newsletter.',
    ),
    figure(
      'Visits',
      results.visits,
      'Visits that began with a link of this newsletter. Browsers that ask not to be tracked are left out. One person may visit several times.',
    ),
    figure(
      'Orders',
      results.orders,
      `Orders placed within ${RESULT_DAYS} days after the email by accounts with the address of a recipient, whatever led to them. Cancelled ones are left out.`,
    ),
    {
      label: 'Revenue',
      value: formatPrice(wholeRupees(revenue)),
      definition: 'Totals of these orders, less refunds. Card orders count once they are paid.',
    },
  ]
}
