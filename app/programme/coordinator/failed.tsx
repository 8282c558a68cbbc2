import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { limitOf } from '#app/frame/error-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { useRootData } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { COORDINATOR_HOME, SIGN_IN_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { TextsContext } from '#app/kit/work/reader.ts'
import { ERROR_TEXTS } from '#app/programme/words/error-texts.ts'
import { useWords } from '#app/programme/words/words.ts'
import type { Language } from '#shop/programme/worker.ts'

/** An error in the coordinator's language, with links to continue. Shown inside the frame or the error page. */
export default function ErrorView({ error, language }: { error: unknown; language: Language }) {
  return (
    <TextsContext value={{ language, texts: ERROR_TEXTS[language] }}>
      <ErrorContent error={error} />
    </TextsContext>
  )
}

function ErrorContent({ error }: { error: unknown }) {
  const { failed: words, groups } = useWords()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const limit = limitOf(error)
  if (status === 401 || status === 403) return <AccessError status={status} />
  if (limit) return <ErrorMessage title={words.tooLarge} line={words.tooLargeLine({ limit })} />
  if (status === 404) {
    return (
      <ErrorMessage title={groups.title} line={words.missing}>
        <ButtonLink to={COORDINATOR_HOME} reloadDocument>
          {groups.title}
        </ButtonLink>
      </ErrorMessage>
    )
  }
  return (
    <ErrorMessage title={words.failed} line={words.failedLine}>
      <ButtonLink to={pathname + search} reloadDocument>
        {words.tryAgain}
      </ButtonLink>
      <ButtonLink to={COORDINATOR_HOME} reloadDocument look="line">
        {groups.title}
      </ButtonLink>
    </ErrorMessage>
  )
}

/** 401: links to the sign-in page, which returns here afterwards. 403: says that the account coordinates no group. */
function AccessError({ status }: { status: 401 | 403 }) {
  const { failed: words, frame } = useWords()
  const { pathname, search } = useLocation()
  const isWorker = useRootData()?.account === 'worker'
  const isSignedOut = status === 401
  return (
    <ErrorMessage
      title={isSignedOut ? words.signIn : words.denied}
      line={isSignedOut ? words.signInLine : words.deniedLine}
    >
      {isSignedOut && (
        <ButtonLink to={withQuery(SIGN_IN_PATH, { returnTo: pathname + search })} reloadDocument>
          {words.toSignIn}
        </ButtonLink>
      )}
      {!isSignedOut && isWorker && (
        <ButtonLink to={WORKER_HOME} reloadDocument>
          {frame.ownTasks}
        </ButtonLink>
      )}
      <ButtonLink to="/" reloadDocument look="line">
        {words.toShop}
      </ButtonLink>
    </ErrorMessage>
  )
}

function ErrorMessage({ title, line, children }: { title: string; line: string; children?: ReactNode }) {
  const { frame } = useWords()
  return (
    <AdminPage title={title} frame={frame.groups}>
      <meta name="robots" content="noindex" />
      <p role="alert">{line}</p>
      <div className="coord-buttons mt-4">{children}</div>
    </AdminPage>
  )
}
