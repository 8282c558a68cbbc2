import { type ReactNode, useState } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { DATABASE_UNAVAILABLE } from '#app/frame/inserted-notices.ts'
import { PageTitle } from '#app/frame/page-head.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { isDeskPath, isWorkerPath } from '#app/kit/paths.ts'

const WORDS: Record<number, { title: string; line: string }> = {
  403: {
    title: 'Access Denied',
    line: 'You don’t have access to this page. If you think you should, write to us.',
  },
  404: { title: 'Page not found', line: 'We couldn’t find that page. The shop is open, though.' },
  413: { title: 'Too large', line: 'What was sent is larger than this page takes. Nothing was saved.' },
  429: {
    title: 'One moment, please',
    line: 'We’ve had a great many requests from your network. Wait a minute and try again; your cart is safe.',
  },
  503: { title: 'Back in a moment', line: DATABASE_UNAVAILABLE },
}
const UNEXPECTED = {
  title: 'Something went wrong',
  line: 'The fault is ours and it has been noted. Your cart is safe.',
}

/** The shop's texts, and the texts of other pages, which do not mention a cart. */
export const NO_NETWORK = {
  shop: {
    title: 'No network',
    line: 'You’re offline. Your cart is safe. Try again once you’re connected.',
    again: 'Try again',
  },
  en: {
    title: 'No network',
    line: 'You’re offline. Try again once you’re connected.',
    again: 'Try again',
  },
  hi: {
    title: 'नेटवर्क नहीं है',
    line: 'नेटवर्क आने पर फिर से कोशिश करें।',
    again: 'फिर से कोशिश करें',
  },
}

type ErrorPageProps = {
  error: unknown
  /** The text for a missing page, if it differs from the shop's. */
  missing?: string
  lines?: Readonly<Record<number, string>>
  children?: ReactNode
}

const DEFAULT_LINKS = (
  <>
    <ButtonLink to="/products">Browse Products</ButtonLink>
    <ButtonLink to="/contact" look="line">
      Contact us
    </ButtonLink>
  </>
)

/** An error page. Says what still works, but never the cause of the error. */
export function ErrorPage({ error, missing, lines, children = DEFAULT_LINKS }: ErrorPageProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (isNetworkError(error)) return <NoNetwork />
  const words = WORDS[status]
  const { title, line } = words ?? UNEXPECTED
  const limit = limitOf(error)
  return (
    <section className="wrap py-section">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{title}</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">
        {(status === 404 && missing) || (lines?.[words ? status : 500] ?? line)}
        {limit && ` The limit is ${limit}.`}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">{children}</div>
    </section>
  )
}

/** Returns the limit that a form exceeded, such as '64 KB'; null for other errors. */
export function limitOf(error: unknown): string | null {
  const isLimit = isRouteErrorResponse(error) && error.status === 413
  return (isLimit && (error.data as { limit?: string } | null)?.limit) || null
}

/** True for the error of a request without a network. Its wording differs between browsers. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/** The error page without a network, in the previous page's language; on a worker's screen also in Hindi. */
function NoNetwork() {
  const { pathname, search } = useLocation()
  // The language could not be loaded, but the document still shows the previous page.
  const [wasHindi] = useState(isShownInHindi)
  const language = wasHindi ? 'hi' : 'en'
  const { title, line, again } = NO_NETWORK[wasHindi ? 'hi' : englishKey(pathname)]
  return (
    <section lang={language} className="wrap py-section">
      <PageTitle>{title}</PageTitle>
      <h1 className="display text-4xl leading-snug">{title}</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">{line}</p>
      {isWorkerPath(pathname) && !wasHindi && (
        <p lang="hi" className="mt-4 max-w-read text-lg text-ink-soft">
          {NO_NETWORK.hi.title}। {NO_NETWORK.hi.line}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={pathname + search} reloadDocument>
          {again}
        </ButtonLink>
      </div>
    </section>
  )
}

export function englishKey(path: string): 'shop' | 'en' {
  return isWorkerPath(path) || isDeskPath(path) ? 'en' : 'shop'
}

/** True if the document shows a page in Hindi or in another language of workers. This message is then in Hindi. */
export function isShownInHindi(): boolean {
  return document.querySelector('html:not([lang=en]), main [lang=hi]') !== null
}
