import { useFetcher } from 'react-router'
import { Icon } from '#app/ui/kit/icon.tsx'

export type NewsletterAnswer = { ok: boolean; message: string }

/** Posts to /newsletter; the answer appears in its place, or on a page of its own without JavaScript. */
export function NewsletterForm() {
  const fetcher = useFetcher<NewsletterAnswer>()
  const answer = fetcher.data
  return (
    <fetcher.Form method="post" action="/newsletter" className="newsletter">
      <label htmlFor="newsletter-email">Email address</label>
      <div className="newsletter-row">
        <input id="newsletter-email" name="email" type="email" required autoComplete="email" maxLength={254} />
        <button type="submit" aria-busy={fetcher.state !== 'idle' || undefined}>
          Sign up <Icon name="arrow-right" />
        </button>
      </div>
      <p role="status" className="newsletter-answer">
        {answer?.message}
      </p>
    </fetcher.Form>
  )
}
