import { PageTitle } from '#app/frame/page-head.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { SIGN_IN_PATH, SIGN_UP_PATH } from '#app/kit/paths.ts'

type SignInPromptProps = {
  /** The heading; the route then sets the page title. If left out, both are “Please sign in”. */
  title?: string
  children: string
  /** The page to return to. */
  returnTo: string
}

export function SignInPrompt({ title, children, returnTo }: SignInPromptProps) {
  return (
    <section className="wrap pt-8 pb-section">
      {title === undefined && <PageTitle>Please sign in</PageTitle>}
      <h1 className="display text-3xl">{title ?? 'Please sign in'}</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">{children}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={withQuery(SIGN_IN_PATH, { returnTo })}>Sign In</ButtonLink>
        <ButtonLink to={withQuery(SIGN_UP_PATH, { returnTo })} look="line">
          Register
        </ButtonLink>
      </div>
    </section>
  )
}
