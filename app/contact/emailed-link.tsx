import type { ReactNode } from 'react'
import { PageTitle } from '#app/frame/page-head.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'

export function SmallPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap py-section">
      <PageTitle>{title}</PageTitle>
      <h1 className="display text-4xl">{title}</h1>
      <div className="mt-6 grid max-w-form justify-items-start gap-6">{children}</div>
    </section>
  )
}

export type LinkWords = {
  title: string
  question: string
  button: string
  done: string
  /** Shown if the link does not work. Says how to get a new link. */
  again: string
}

type EmailedLinkProps = {
  words: LinkWords
  /** `ok`: true if the link worked; undefined before the button is pressed. */
  answer: { ok: boolean | undefined } | undefined
}

/** The page of an emailed link. Only its button acts, because mail scanners open links. */
export function EmailedLink({ words, answer }: EmailedLinkProps) {
  return (
    <SmallPage title={words.title}>
      {answer?.ok && <Banner tone="positive">{words.done}</Banner>}
      {answer?.ok === false && (
        <Banner tone="danger" title="This link does not work.">
          It may have expired, or been replaced by a newer one. {words.again}
        </Banner>
      )}
      {answer?.ok !== undefined ? (
        <ButtonLink to="/" look="line">
          Back to the shop
        </ButtonLink>
      ) : (
        <>
          <p className="text-lg text-ink-soft">{words.question}</p>
          <PostButton>{words.button}</PostButton>
        </>
      )}
    </SmallPage>
  )
}
