import { data, redirect, redirectDocument } from 'react-router'
import { z } from 'zod'
import {
  draftAnswer,
  previewOf,
  redirectToNewsletter,
  saveDraft,
} from '#app/admin/newsletters/draft.server.ts'
import { type DraftAnswer, DraftForm, type DraftFormProps } from '#app/admin/newsletters/draft-form.tsx'
import { CopyButton, PreviewSection, UnknownMarks } from '#app/admin/newsletters/preview.tsx'
import { ResultsPage } from '#app/admin/newsletters/results-page.tsx'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { textsOf } from '#app/desk/record-texts.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { typedValues } from '#app/kit/form-fields.ts'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { DAY_MS, HOUR_SECONDS } from '#shop/kernel/duration.ts'
import {
  copyNewsletter,
  removeNewsletter,
  restoreDraft,
  resumeNewsletter,
  sendTestNewsletter,
  stopNewsletter,
} from '#shop/newsletters/manage-newsletter.ts'
import { draftProblems, readMarkup } from '#shop/newsletters/markup.ts'
import { audienceText, PROMISED_DAYS, subscribersText } from '#shop/newsletters/newsletter.ts'
import { NEWSLETTER_FIELDS } from '#shop/newsletters/newsletter-fields.ts'
import {
  countAudience,
  countSentLately,
  findNewsletter,
  readResults,
} from '#shop/newsletters/newsletters.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/newsletter.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  title: null,
  feature: 'newsletter',
  access: { at: '/admin/dashboard/newsletters/{nothing}', get: 404, post: 422 },
}

const DIALOGS = ['stop', 'resume', 'delete'] as const

const DONE = {
  saved: 'Draft saved',
  tested: 'Draft saved. The test email is on its way to your own address.',
  sending: 'The newsletter is being sent.',
  stopped: 'Stopped. No more emails are sent until you resume.',
  resumed: 'Sending continues, to those who have not got it yet.',
  restored: 'Draft restored',
  copied: 'Copied as a new draft. You can change it before you send it.',
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, actor } = ctx
  const newsletter = await findNewsletter(db, params.id)
  // A draft may be deleted while another admin edits it; the page then still shows the typed text.
  if (!newsletter) return data({ newsletter: null }, { status: 404 })
  const query = new URL(request.url).searchParams
  const shared = {
    newsletter,
    preview: await previewOf(ctx, newsletter),
    done: doneNotice(request, DONE),
    dialog: DIALOGS.find((name) => query.has(name)) ?? null,
  } as const
  if (newsletter.status !== 'draft') {
    const since = new Date(now.getTime() - PROMISED_DAYS * DAY_MS)
    const isStopped = newsletter.status === 'stopped'
    const again = isStopped ? await countSentLately(db, newsletter, { since, now }) : 0
    return { ...shared, draft: null, results: { ...(await readResults(db, newsletter.id)), again } }
  }
  const draft = {
    ownAddress: actor.email,
    recipients: await countAudience(db, newsletter, now),
    missing: draftProblems(newsletter),
    unknown: readMarkup(newsletter.body).unknown,
    values: textsOf(NEWSLETTER_FIELDS, newsletter),
  }
  return { ...shared, draft, results: null }
}

const intents = z.object({
  intent: z.enum(['save', 'test', 'review', 'delete', 'restore', 'stop', 'resume', 'copy']),
})

const TESTS = { max: 10, seconds: HOUR_SECONDS }

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, intents)
  if (!fields.ok) return invalid(fields, fields.problems.intent ?? null)
  const { intent } = fields.value
  if (intent === 'stop') {
    const stopped = await stopNewsletter(ctx, id)
    return stopped.ok ? redirectToNewsletter(id, 'stopped') : refusedBy(stopped, form)
  }
  if (intent === 'resume') {
    const resumed = await resumeNewsletter(ctx, id)
    return resumed.ok ? redirectToNewsletter(id, 'resumed') : refusedBy(resumed, form)
  }
  if (intent === 'copy') {
    const copied = await copyNewsletter(ctx, id)
    return copied.ok ? redirectToNewsletter(copied.value.id, 'copied') : refusedBy(copied, form)
  }
  if (intent === 'delete') {
    const seen = Number(form.get('seen_at'))
    const removed = await removeNewsletter(ctx, id, new Date(Number.isFinite(seen) ? seen : 0))
    return removed.ok ? redirect(`${NEWSLETTERS}?undo=${id}`, 303) : refusedBy(removed, form)
  }
  if (intent === 'restore') {
    const restored = await restoreDraft(ctx, id)
    return restored.ok ? redirectToNewsletter(id, 'restored') : refusedBy(restored, form)
  }
  const outcome = await saveDraft(ctx, form, id)
  if ('answer' in outcome) return outcome.answer
  if (intent === 'save') return redirectToNewsletter(id, 'saved')
  if (intent === 'review') return redirectDocument(`${NEWSLETTERS}/${id}/send`, 303)
  const draft = { values: typedValues(form), seenAt: outcome.saved.updatedAt.getTime() }
  const wait = await consumeRateLimit(request, context, 'newsletter-test', TESTS, { person: ctx.actor.id })
  if (wait) {
    const message = `The draft is saved, but no test was sent: there were too many in the last hour. ${wait.words}`
    return draftAnswer({ ...draft, message }, 429)
  }
  const tested = await sendTestNewsletter(ctx, id)
  if (tested.ok) return redirectToNewsletter(id, 'tested')
  const { status, en } = REFUSALS[tested.reason]
  return draftAnswer({ ...draft, message: `The draft is saved, but no test was sent. ${en}` }, status)
}

/** Another admin may have sent or deleted the draft. */
export const shouldRevalidate = afterRefusal

type NewsletterData = Route.ComponentProps['loaderData']

export default function OneNewsletter({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && isDraftAnswer(actionData) ? actionData : null
  if (loaderData.newsletter === null) return <DeletedDraft answer={answer} />
  const { done, draft, results, ...page } = loaderData
  if (!draft) {
    const typed = answer?.values.body ?? null
    return <ResultsPage {...page} {...{ results, typed }} answer={actionData ?? done} />
  }
  const saved = { values: draft.values, seenAt: page.newsletter.updatedAt.getTime() }
  const form = { ...(answer ?? saved), message: actionData?.message ?? '' }
  return <DraftPage {...page} {...{ draft, form }} done={actionData ? undefined : done} />
}

type DraftPageProps = Omit<Extract<NewsletterData, { draft: object }>, 'results'> & { form: DraftFormProps }

function DraftPage({ newsletter, preview, draft, form, done, dialog }: DraftPageProps) {
  const { ownAddress, recipients, missing, unknown } = draft
  const newsletterPath = `${NEWSLETTERS}/${newsletter.id}`
  return (
    <AdminPage
      title={newsletter.subject || 'No subject yet'}
      back={{ to: NEWSLETTERS, label: 'Newsletters' }}
      actions={
        <>
          <CopyButton newsletter={newsletter} />
          <ButtonLink to={`${newsletterPath}?delete=1`} look="line" icon="trash" preventScrollReset>
            Delete draft
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={done} />
      <div className="newsletter-draft">
        <div>
          <DraftForm key={form.seenAt} {...form} isBehindDialog={dialog !== null} />
          <p className="mt-3 max-w-read text-ink-soft">{`Tests go to ${ownAddress}.`}</p>
        </div>
        <div>
          <AdminSection title="As saved">
            <p>
              {recipients === 0 ? (
                <b>Nobody would get it now, so it can’t be sent.</b>
              ) : (
                <>
                  <b>{subscribersText(recipients)}</b> would get it now.
                </>
              )}
              {` ${audienceText(newsletter)}.`}
            </p>
            <UnknownMarks of={unknown} />
            {missing.length > 0 && (
              <Banner tone="warning" live={false} className="mt-3" title="Before it can be sent:">
                {missing.join(' ')}
              </Banner>
            )}
          </AdminSection>
          <PreviewSection title="Preview" preview={preview} />
        </div>
      </div>
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete this draft?"
          confirm="Delete draft"
          closeTo={newsletterPath}
          action={newsletterPath}
          fields={{ intent: 'delete', seen_at: String(form.seenAt) }}
        >
          <p>It was not sent to any subscriber. You can undo this right afterwards.</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  )
}

/** Shows the typed text of a draft that was deleted in the meantime, to save it as a new draft. */
function DeletedDraft({ answer }: { answer: DraftAnswer | null }) {
  if (!answer) {
    return (
      <AdminPage title="Newsletter not found">
        <p className="mb-4">There is nothing at this address. It may have been deleted.</p>
        <ButtonLink to={NEWSLETTERS} look="line" icon="arrow-left">
          Newsletters
        </ButtonLink>
      </AdminPage>
    )
  }
  return (
    <AdminPage title={answer.values.subject || 'No subject yet'}>
      <DraftForm {...answer} conflict={null} seenAt={null} saveTo={`${NEWSLETTERS}/new`} />
    </AdminPage>
  )
}

/** True for the response to the draft's form. Only this response has the entered values. */
function isDraftAnswer(answer: { ok: false }): answer is DraftAnswer {
  return 'conflict' in answer
}
