import { Form } from 'react-router'
import { z } from 'zod'
import { previewOf, redirectToNewsletter } from '#app/admin/newsletters/draft.server.ts'
import { PreviewSection, UnknownMarks } from '#app/admin/newsletters/preview.tsx'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { Facts } from '#app/desk/record-dialog.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { sendNewsletter } from '#shop/newsletters/manage-newsletter.ts'
import { draftProblems, readMarkup } from '#shop/newsletters/markup.ts'
import {
  audienceText,
  PROMISED_DAYS,
  repeatText,
  sendingMinutes,
  subscribersText,
} from '#shop/newsletters/newsletter.ts'
import {
  countAudience,
  countSentLately,
  findNewsletter,
  findSentSince,
} from '#shop/newsletters/newsletters.read.ts'
import type { Route } from './+types/send.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  title: 'Send this newsletter?',
  feature: 'newsletter',
  access: { at: '/admin/dashboard/newsletters/{nothing}/send', get: 404, post: 422 },
}

/** Also loads a newsletter that is no longer a draft: the page then says so and links to its results. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const newsletter = orNotFound(await findNewsletter(db, params.id))
  const since = new Date(now.getTime() - PROMISED_DAYS * DAY_MS)
  const [recipients, earlier, again, preview] = await Promise.all([
    countAudience(db, newsletter, now),
    findSentSince(db, { since, except: newsletter.id }),
    countSentLately(db, newsletter, { since, now }),
    previewOf(ctx, newsletter),
  ])
  const { unknown } = readMarkup(newsletter.body)
  return { newsletter, recipients, earlier, again, preview, unknown, missing: draftProblems(newsletter) }
}

const NOT_CONFIRMED = 'Please tick the box to confirm'

const sendForm = z.object({
  seenAt: z.coerce
    .number()
    .int()
    .min(0)
    .transform((time) => new Date(time)),
  recipients: z.coerce.number().int().min(0),
  confirmed: z.literal('on', { error: NOT_CONFIRMED }),
  despitePromise: z.string().default('').transform(Boolean),
})

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, sendForm)
  if (!fields.ok) return invalid(fields, 'Nothing was sent')
  const sending = await sendNewsletter(ctx, { newsletterId: id, ...fields.value })
  return sending.ok ? redirectToNewsletter(id, 'sending') : refusedBy(sending, form)
}

export default function SendPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { newsletter, recipients, missing, unknown, preview } = loaderData
  const newsletterPath = `${NEWSLETTERS}/${newsletter.id}`
  const problems = answer && !answer.ok ? answer.problems : {}
  const message = answer && !answer.ok ? (answer.message ?? Object.values(problems)[0]) : null
  const isDraft = newsletter.status === 'draft'
  const minutes = sendingMinutes(recipients)
  return (
    <AdminPage
      actions={
        <ButtonLink to={newsletterPath} look="line" icon="arrow-left" reloadDocument>
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
          { label: 'Audience', value: audienceText(newsletter) },
          ...(recipients > 0
            ? [{ label: 'Takes about', value: minutes <= 1 ? 'a minute' : pluralize(minutes, 'minute') }]
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
        <SendForm loaderData={loaderData} problem={problems.confirmed} />
      )}
      <PreviewSection title="The email" preview={preview} />
    </AdminPage>
  )
}

type SendFormProps = { loaderData: Route.ComponentProps['loaderData']; problem: string | undefined }

/** The confirmation. A newsletter sent sooner than promised needs a second checkbox. */
function SendForm({ loaderData, problem }: SendFormProps) {
  const { newsletter, recipients, earlier, again } = loaderData
  return (
    <Form method="post" replace className="newsletter-form mt-5" noValidate aria-label="Confirmation">
      <input type="hidden" name="seenAt" value={newsletter.updatedAt.getTime()} />
      <input type="hidden" name="recipients" value={recipients} />
      {earlier && (
        <>
          <Banner tone="warning" live={false} title="Subscribers were promised one email a month at most.">
            {`“${earlier.subject}” was sent on ${formatDay(earlier.startedAt)}, less than ${PROMISED_DAYS} days ago. ${
              again > 0 ? repeatText(again) : 'None of these subscribers got it.'
            }`}
          </Banner>
          <Checkbox name="despitePromise" label="Send it anyway, sooner than promised" />
        </>
      )}
      <Checkbox
        name="confirmed"
        label={`Yes, send it to ${subscribersText(recipients)} now. This cannot be undone.`}
        errors={problem ? [problem] : null}
      />
      <div className="newsletter-buttons">
        <Button>{`Send to ${subscribersText(recipients)}`}</Button>
      </div>
    </Form>
  )
}
