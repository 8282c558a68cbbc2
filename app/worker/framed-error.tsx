import { isRouteErrorResponse, useLocation } from 'react-router'
import { isNetworkError } from '#app/frame/error-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { SIGN_IN_PATH, WORKER_HOME, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { useWords } from '#app/worker/language.ts'
import { SayButton } from '#app/worker/say-button.tsx'
import type { Words } from '#app/worker/words.ts'

export const TO_JOIN = '/contact?subject=shg-program'

type ErrorName = keyof Words['errors']

const NAMES: Record<number, ErrorName> = {
  401: 'signIn',
  403: 'denied',
  404: 'missing',
  429: 'away',
  503: 'away',
}

const PICTURES: Partial<Record<ErrorName, string>> = { noNetwork: 'work-offline', away: 'work-calendar' }

/** The words about an error, by its status. */
export function errorNameOf(error: unknown): ErrorName {
  if (isNetworkError(error)) return 'noNetwork'
  return (isRouteErrorResponse(error) && NAMES[error.status]) || 'unexpected'
}

/** An error inside the open frame, in its language. A form that was sent after the session ended is refused here. */
export function FramedError({ error }: { error: unknown }) {
  const words = useWords()
  const { pathname, search } = useLocation()
  const name = errorNameOf(error)
  const { title, line } = words.errors[name]
  const action = actionOf(name, pathname + search, words)
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
          <SayButton text={[title, line, action.label]} />
        </div>
        <Link to={action.to} reloadDocument className="go">
          <Icon name={action.label === words.tryAgain ? moreIcons.rotateCcw : 'arrow-right'} />
          {action.label}
        </Link>
        {name === 'signIn' && (
          <Link
            to={withQuery(WORKER_SIGN_IN_PATH, { returnTo: pathname + search })}
            reloadDocument
            className="go alt"
          >
            {words.byPin}
          </Link>
        )}
        {action.to !== WORKER_HOME && (
          <Link to={WORKER_HOME} reloadDocument className="go alt">
            <Icon name={moreIcons.house} />
            {words.toDashboard}
          </Link>
        )}
      </section>
    </>
  )
}

/** The way on from an error: to sign in, to ask, to try again, or to the dashboard. */
export function actionOf(name: ErrorName, path: string, words: Words): { to: string; label: string } {
  if (name === 'signIn') return { to: withQuery(SIGN_IN_PATH, { returnTo: path }), label: words.signIn }
  if (name === 'denied') return { to: TO_JOIN, label: words.askToJoin }
  if (name === 'missing') return { to: WORKER_HOME, label: words.toDashboard }
  return { to: path, label: words.tryAgain }
}
