import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { SIGN_IN_PATH, SIGN_UP_PATH, WORKER_HOME, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { wordsIn } from '#app/worker/all-words.ts'
import { actionOf, errorNameOf, TO_JOIN } from '#app/worker/framed-error.tsx'
import { countAllWaiting } from '#app/worker/offline/phone-store.ts'
import { canQueue } from '#app/worker/offline/waiting.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'

/** In place of a worker's screen whose frame is not there: in the shop's frame, in the language that the browser remembers. */
export default function WorkerErrorPage({ error }: { error: unknown }) {
  const language = useRootData()?.language ?? null
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (language !== null && language !== 'en') return <ErrorInHerLanguage error={error} language={language} />
  if (status === 401) {
    const title =
      pathname === WORKER_HOME ? 'Please sign in to see your work' : 'Please sign in to upload photos'
    return (
      <>
        <title>SHG Worker Dashboard</title>
        <SignInPrompt title={title} returnTo={pathname}>
          This page is for the members of our self-help groups.
        </SignInPrompt>
        <section className="wrap grid gap-4 pb-section text-lg">
          <p>
            <Link to={withQuery(WORKER_SIGN_IN_PATH, { returnTo: pathname })} reloadDocument className="link">
              {wordsIn('en').byPin}
            </Link>
          </p>
          {language === null &&
            LANGUAGES.filter((one) => one !== 'en').map((one) => (
              <p key={one} lang={one}>
                {wordsIn(one).errors.signIn.title}
              </p>
            ))}
          <StillToSend languages={LANGUAGES} />
        </section>
      </>
    )
  }
  if (status !== 403) return <ErrorPage error={error} />
  return (
    <AccessDenied action={<ButtonLink to={TO_JOIN}>Ask about the programme</ButtonLink>}>
      This page is for the members of our self-help groups. To join the programme, write to us.
    </AccessDenied>
  )
}

function ErrorInHerLanguage({ error, language }: { error: unknown; language: Language }) {
  const { pathname, search } = useLocation()
  const account = useRootData()?.account ?? ''
  const words = wordsIn(language)
  const name = errorNameOf(error)
  const { title, line } = words.errors[name]
  // Others meet these errors on the sign-in pages, and when they open her screens by mistake.
  const isWorker = account === 'worker' || account === 'admin'
  const home = isWorker ? { to: WORKER_HOME, label: words.toDashboard } : { to: '/', label: words.openShop }
  const missing = account === '' ? { to: SIGN_IN_PATH, label: words.signIn } : home
  const action = name === 'missing' ? missing : actionOf(name, pathname + search, words)
  return (
    <section lang={language} className="wrap grid gap-4 py-section">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl leading-snug">{title}</h1>
      <p className="max-w-read text-lg text-ink-soft">{line}</p>
      {name === 'signIn' && <StillToSend languages={[language]} />}
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={action.to} reloadDocument>
          {action.label}
        </ButtonLink>
        {name === 'signIn' && (
          <ButtonLink to={withQuery(WORKER_SIGN_IN_PATH, { returnTo: pathname })} reloadDocument look="line">
            {words.byPin}
          </ButtonLink>
        )}
        {name === 'signIn' && (
          <ButtonLink to={withQuery(SIGN_UP_PATH, { returnTo: pathname })} look="line">
            {words.register}
          </ButtonLink>
        )}
        {name !== 'signIn' && action.to !== home.to && (
          <ButtonLink to={home.to} reloadDocument look="line">
            {home.label}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** For signed-out visitors: how much waits on this phone. */
function StillToSend({ languages }: { languages: readonly Language[] }) {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    if (canQueue()) void countAllWaiting().then(setWaiting, () => {})
  }, [])
  if (waiting === 0) return null
  return (
    <div role="status">
      {languages.map((language) => (
        <p key={language} lang={language}>
          {wordsIn(language).waitingHere({ count: waiting })}
        </p>
      ))}
    </div>
  )
}
