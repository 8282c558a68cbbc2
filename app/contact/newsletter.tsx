import { data, Form } from 'react-router'
import { SmallPage } from '#app/contact/emailed-link.tsx'
import type { NewsletterAnswer } from '#app/frame/footer.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import { invalid, readFormFields, refuse } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { newsletterInput } from '#shop/messages/input.ts'
import { MAX_EMAIL_LENGTH } from '#shop/messages/message.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/newsletter.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  feature: 'newsletter',
  access: { get: 200, post: 422 },
}

/** Many people of a household or an office can share one network address. */
const SIGN_UP_LIMIT = { max: 20, seconds: HOUR_SECONDS }

export async function action({ request, context }: Route.ActionArgs) {
  const { form, fields } = await readFormFields(request, newsletterInput)
  if (!fields.ok) return invalid(fields)
  const wait = await consumeRateLimit(request, context, 'newsletter', SIGN_UP_LIMIT)
  if (wait) return refuse(form, `Too many sign-ups from here. ${wait.words}`, 429, wait.headers)
  await subscribeNewsletter(shopCtx(context), fields.value)
  const done = `Thank you for subscribing, ${fields.value.email}. Please confirm with the link we’ve just emailed you.`
  return data<NewsletterAnswer>({ ok: true, done })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** The page to which the footer's form leads without JavaScript. */
export default function NewsletterPage({ actionData: answer }: Route.ComponentProps) {
  if (answer?.ok)
    return (
      <SmallPage title="Newsletter">
        <Banner tone="positive" className="wrap-anywhere">
          {answer.done}
        </Banner>
        <ButtonLink to="/">Back to the shop</ButtonLink>
      </SmallPage>
    )
  const problem = answer?.problems.email ?? answer?.message
  return (
    <SmallPage title="Newsletter">
      <p className="text-lg text-ink-soft">
        One email a month at most: a recipe, a group you have not met yet, and what is in season.
      </p>
      <Form method="post" className="grid w-full gap-5">
        <TextField
          id="newsletter-page-email"
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          defaultValue={answer?.values.email ?? ''}
          errors={problem ? [problem] : null}
        />
        <div>
          <Button>Sign up</Button>
        </div>
      </Form>
    </SmallPage>
  )
}
