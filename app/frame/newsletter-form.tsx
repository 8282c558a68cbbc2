import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'

export type NewsletterAnswer = { ok: boolean; message: string }

/** Posts to /newsletter; the answer appears in its place, or on a page of its own without JavaScript. */
export function NewsletterForm() {
  const fetcher = useFetcher<NewsletterAnswer>()
  const field = useRef<HTMLInputElement>(null)
  const answer = fetcher.data

  useEffect(() => {
    if (!field.current || !answer) return
    if (answer.ok) field.current.value = ''
    else field.current.focus()
  }, [answer])

  return (
    <fetcher.Form method="post" action="/newsletter" className="newsletter">
      <label htmlFor="newsletter-email">Email address</label>
      <div className="newsletter-row">
        <input
          ref={field}
          id="newsletter-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          aria-invalid={answer?.ok === false || undefined}
          aria-describedby="newsletter-answer"
        />
        <button type="submit" aria-busy={fetcher.state !== 'idle' || undefined}>
          Sign up <Icon name="arrow-right" />
        </button>
      </div>
      <p id="newsletter-answer" role="status" className="newsletter-answer">
        {answer?.message}
      </p>
      <p className="newsletter-note">
        Unsubscribe any time. <Link to="/privacy-policy">Privacy policy</Link>
      </p>
    </fetcher.Form>
  )
}
