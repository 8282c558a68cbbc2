import { Form } from 'react-router'
import { SmallPage } from '#app/contact/emailed-link.tsx'
import type { NewsletterAnswer } from '#app/frame/footer.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { MAX_EMAIL_LENGTH } from '#shop/messages/message.ts'

/** The page that the footer's form leads to without JavaScript. */
export function NewsletterPage({ answer }: { answer: NewsletterAnswer | undefined }) {
  if (answer?.ok) {
    return (
      <SmallPage title="Newsletter">
        <Banner tone="positive" className="wrap-anywhere">
          {answer.done}
        </Banner>
        <ButtonLink to="/">Back to the shop</ButtonLink>
      </SmallPage>
    )
  }
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
