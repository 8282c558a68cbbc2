import { isRouteErrorResponse, useLocation } from 'react-router'
import { isNetworkError } from '#app/frame/error-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import type { IconName } from '#app/kit/icons.ts'
import { SIGN_IN_PATH, WORKER_HOME, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useWords, type Words } from '#app/programme/words/words.ts'
import { GoLink } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'

const TO_JOIN = '/contact?subject=shg-program'

type ErrorName = keyof Words['screens']['errors']

const NAMES: Record<number, ErrorName> = {
  401: 'signIn',
  403: 'denied',
  404: 'missing',
  429: 'outage',
  503: 'outage',
}

const PICTURES: Partial<Record<ErrorName, string>> = { noNetwork: 'work-offline', outage: 'work-calendar' }

/** Returns the key of an error's texts, by its status. */
export function errorName(error: unknown): ErrorName {
  if (isNetworkError(error)) return 'noNetwork'
  return (isRouteErrorResponse(error) && NAMES[error.status]) || 'unexpected'
}

/** Shows an error inside the worker's frame, for example of a form sent after the session ended. */
export function FramedError({ error }: { error: unknown }) {
  const words = useWords()
  const { pathname, search } = useLocation()
  const name = errorName(error)
  const { title, line } = words.screens.errors[name]
  const [first, second] = errorLinks(name, pathname + search, words)
  return (
    <>
      <title>{title}</title>
      <section className="panel">
        <div className="task-head">
          <img src={`/illustrations/${PICTURES[name] ?? 'work-help'}.svg`} alt="" width="56" height="56" />
          <div role="alert">
            <h2>{title}</h2>
            <p>{line}</p>
          </div>
          <SayButton text={[title, line, first.label, second?.label ?? '']} />
        </div>
        <GoLink to={first.to} reloadDocument icon={first.icon}>
          {first.label}
        </GoLink>
        {second && (
          <GoLink to={second.to} reloadDocument icon={second.icon} look="alt">
            {second.label}
          </GoLink>
        )}
      </section>
    </>
  )
}

type ErrorLink = { to: string; label: string; icon: IconName }

/** Returns one or two links: to sign in with PIN or email, to ask, to try again, or to the tasks. */
function errorLinks(name: ErrorName, path: string, words: Words): [ErrorLink, ErrorLink?] {
  const home: ErrorLink = { to: WORKER_HOME, label: words.screens.toDashboard, icon: phoneIcons.house }
  const { to, label } = mainLink(name, path, words)
  if (name === 'signIn') {
    // The sign-in page gets the language that was chosen here.
    const query = { returnTo: path, language: new URLSearchParams(path.split('?')[1]).get('language') }
    return [
      { to: withQuery(WORKER_SIGN_IN_PATH, query), label: words.screens.byPin, icon: 'phone' },
      { to: withQuery(SIGN_IN_PATH, query), label, icon: 'mail' },
    ]
  }
  if (name === 'denied')
    return [
      { to, label, icon: 'arrow-right' },
      { to: '/', label: words.screens.openShop, icon: 'shopping-basket' },
    ]
  if (name === 'missing') return [home]
  return [{ to, label, icon: 'rotate-ccw' }, ...(to === WORKER_HOME ? [] : [home])] as [ErrorLink, ErrorLink?]
}

/** Returns the main link of an error page: to sign in, to ask, to try again, or to the dashboard. */
export function mainLink(name: ErrorName, path: string, words: Words): { to: string; label: string } {
  if (name === 'signIn')
    return { to: withQuery(SIGN_IN_PATH, { returnTo: path }), label: words.screens.signIn }
  if (name === 'denied') return { to: TO_JOIN, label: words.screens.askToJoin }
  if (name === 'missing') return { to: WORKER_HOME, label: words.screens.toDashboard }
  return { to: path, label: words.screens.tryAgain }
}
