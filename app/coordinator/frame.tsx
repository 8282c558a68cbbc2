import { type ReactNode, useMemo } from 'react'
import { Form, Outlet, useLocation } from 'react-router'
import adminStylesheet from '#app/admin/admin.css?url'
import { coordinatorLanguage, coordinatorTextsIn } from '#app/admin/coordinator-words/words.server.ts'
import { ReaderContext, readerOf, useWords } from '#app/admin/coordinator-words/words.ts'
import { DASHBOARD } from '#app/admin/paths.ts'
import stylesheet from '#app/coordinator/coordinator.css?url'
import { MESSAGES, PHOTOS, TEMPLATES } from '#app/coordinator/paths.ts'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { forgetScreens } from '#app/kit/forget-screens.ts'
import { Link, NavLink } from '#app/kit/link.tsx'
import { COORDINATOR_HOME, SIGN_OUT_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { countToTell } from '#shop/programme/news.read.ts'
import { countTasks } from '#shop/programme/tasks.read.ts'
import { isSample, LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'
import type { Route } from './+types/frame.ts'

export const handle: PageHandle = {
  side: 'admin',
  guard: 'coordinator',
  search: 'noindex',
  feature: 'programme',
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminStylesheet },
  { rel: 'stylesheet', href: stylesheet },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(coordinatorContext)
  const { actor, db, now } = ctx
  const scope = scopeOf(actor)
  const [language, { pending_review: waiting }, toTell] = await Promise.all([
    coordinatorLanguage(ctx, request),
    countTasks(db, scope),
    countToTell(db, scope, now),
  ])
  const { fullName: name, isAdmin, isWorker } = actor
  return { name, isAdmin, isWorker, waiting, toTell, language, texts: coordinatorTextsIn(language) }
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <CoordinatorFrame {...loaderData}>
      <Outlet />
    </CoordinatorFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <Failed error={error} />
  return loaderData ? <CoordinatorFrame {...loaderData}>{page}</CoordinatorFrame> : page
}

function Failed({ error }: { error: unknown }) {
  const { frame, groups } = useWords()
  return (
    <ErrorPage error={error} missing={frame.missing}>
      <ButtonLink to={COORDINATOR_HOME}>{groups.title}</ButtonLink>
    </ErrorPage>
  )
}

type FrameProps = Route.ComponentProps['loaderData'] & { children: ReactNode }

/** Her name at the top, the page, and four tabs at the thumb. */
function CoordinatorFrame(props: FrameProps) {
  const { name, isAdmin, isWorker, waiting, toTell, language, texts, children } = props
  const reader = useMemo(() => readerOf(texts, language), [texts, language])
  const { frame: words, sample } = reader.words
  return (
    <ReaderContext value={reader}>
      <div className="coord">
        <header className="coord-top">
          <b>{name}</b>
          <div>
            {isAdmin && (
              <Link to={DASHBOARD} className="link">
                {words.desk}
              </Link>
            )}
            {isWorker && (
              <Link to={WORKER_HOME} className="link" reloadDocument>
                {words.ownTasks}
              </Link>
            )}
            <Form method="post" action={SIGN_OUT_PATH} onSubmit={forgetScreens}>
              <button type="submit" className="link">
                {words.signOut}
              </button>
            </Form>
            <LanguageSwitch language={language} />
          </div>
          {isSample(language) && <p className="coord-sub">{sample}</p>}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <nav aria-label={words.tabs} className="coord-tabs">
          <NavLink to={COORDINATOR_HOME} end>
            {words.groups}
          </NavLink>
          <NavLink to={PHOTOS} end={false}>
            {waiting > 0 ? words.photosToCheck({ count: waiting }) : words.photos}
          </NavLink>
          <NavLink to={MESSAGES} end={false}>
            {toTell > 0 ? words.messagesToSend({ count: toTell }) : words.messages}
          </NavLink>
          <NavLink to={TEMPLATES} end={false}>
            {words.templates}
          </NavLink>
        </nav>
      </div>
    </ReaderContext>
  )
}

/** Buttons that keep their text, as on the worker's screens: who cannot read one can read another. */
function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation()
  const words = useWords()
  return (
    <Form method="post" action={COORDINATOR_HOME} className="coord-language">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset>
        <legend className="sr-only">{words.language}</legend>
        {LANGUAGES.map((one) => (
          <button
            type="submit"
            key={one}
            name="language"
            value={one}
            lang={one}
            aria-pressed={one === language}
          >
            {languageName(one)}
          </button>
        ))}
      </fieldset>
    </Form>
  )
}
