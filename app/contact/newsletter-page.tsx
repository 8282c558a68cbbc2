import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { NewsletterAnswer } from '#app/frame/footer.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { MAX_EMAIL_LENGTH } from '#shop/messages/message.ts'

/** The layout of the newsletter's pages, and of emailed links. */
function NewsletterFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap py-section">
      <title>{title}</title>
      <h1 className="display text-4xl">{title}</h1>
      <div className="mt-6 grid max-w-form justify-items-start gap-6">{children}</div>
    </section>
  )
}

/** The page that the footer's form leads to without JavaScript. */
export function NewsletterPage({ answer }: { answer: NewsletterAnswer | undefined }) {
  if (answer?.ok) {
    return (
      <NewsletterFrame title="Newsletter">
        <Banner tone="positive" className="wrap-anywhere">
          {answer.done}
        </Banner>
        <ButtonLink to="/">Back to the shop</ButtonLink>
      </NewsletterFrame>
    )
  }
  const problem = answer?.problems.email ?? answer?.message
  return (
    <NewsletterFrame title="Newsletter">
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
    </NewsletterFrame>
  )
}

type LinkWords = {
  title: string
  question: string
  button: string
  done: string
  /** What to do about a link that does not work. */
  again: string
}

/** The page of an emailed link. Only its button acts, because mail scanners open links. */
export function EmailedLink({ words, answer }: { words: LinkWords; answer: { ok: boolean } | undefined }) {
  return (
    <NewsletterFrame title={words.title}>
      {answer?.ok && <Banner tone="positive">{words.done}</Banner>}
      {answer?.ok === false && (
        <Banner tone="danger" title="This link does not work.">
          It may have expired, or been replaced by a newer one. {words.again}
        </Banner>
      )}
      {answer ? (
        <ButtonLink to="/" look="line">
          Back to the shop
        </ButtonLink>
      ) : (
        <>
          <p className="text-lg text-ink-soft">{words.question}</p>
          <Form method="post">
            <Button>{words.button}</Button>
          </Form>
        </>
      )}
    </NewsletterFrame>
  )
}
