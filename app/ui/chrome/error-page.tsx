import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'

type Words = { title: string; line: string }

const WORDS: Record<number, Words> = {
  403: { title: 'Access Denied', line: 'This page is for somebody else. If it should be yours, ask us.' },
  404: { title: 'Page not found', line: 'There is nothing at this address. The shop itself is open.' },
  503: {
    title: 'Back in a moment',
    line: 'We cannot reach our records just now, so orders and accounts have to wait. Your cart is safe; try again shortly.',
  },
}
const UNEXPECTED: Words = {
  title: 'Something went wrong',
  line: 'The fault is ours and it has been noted. Your cart is safe.',
}

/** Says what still works; never what broke inside. */
export function ErrorPage({ error }: { error: unknown }) {
  const words = (isRouteErrorResponse(error) && WORDS[error.status]) || UNEXPECTED
  return (
    <section className="wrap py-section">
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{words.title}</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">{words.line}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/products">Browse Products</ButtonLink>
        <ButtonLink to="/contact" look="line">
          Contact us
        </ButtonLink>
      </div>
    </section>
  )
}
