import { createHash } from 'node:crypto'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { data, Outlet, useFetcher, useLocation } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { SIGN_OUT_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { LanguageButtons } from '#app/kit/work/language-buttons.tsx'
import { type Screen, WORKER_SCOPES } from '#app/programme/offline/offline-client.ts'
import { HELP_PATH } from '#app/programme/offline/send-questions.ts'
import { PhoneContext, usePhoneQueue, useSignOut } from '#app/programme/offline/use-phone.ts'
import { useReader, useWords } from '#app/programme/words/words.ts'
import { FramedError } from '#app/programme/worker/framed-error.tsx'
import { Note, Notice } from '#app/programme/worker/kit/messages.tsx'
import { NEWS_PATH, photoPagePath, tabPath, WORKER_TABS } from '#app/programme/worker/kit/paths.ts'
import { NetworkNotice } from '#app/programme/worker/network-notice.tsx'
import { languageCookie, rememberedLanguage } from '#app/request/cookies.server.ts'
import { type WorkerCtx, workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { STATUSES_OF } from '#shop/programme/task.ts'
import { taskStates } from '#shop/programme/tasks.read.ts'
import { isSample, type Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/frame.ts'

export const handle: PageHandle = {
  side: 'worker',
  guard: 'worker',
  search: 'noindex',
  feature: 'programme',
  words: ['language', 'sample', 'screens', 'voice'],
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { actor, db } = ctx
  const worker = await findWorker(db, actor.id)
  const language = worker?.language ?? rememberedLanguage(request) ?? 'en'
  const frame = {
    ownerId: actor.id,
    name: actor.fullName,
    /** Phones are shared, so after a sign-in with a PIN the screen names its owner. */
    withPin: actor.withPin === true,
    groupName: worker?.group?.name ?? null,
    screens: await screensToKeep(ctx, language),
  }
  // Names the page's owner for the service worker.
  const headers = new Headers({ 'x-worker': actor.id })
  // Sign-in and error pages do not know the account, so they read the language from the cookie.
  const cookie = worker && languageCookie(request, language)
  if (cookie) headers.append('set-cookie', cookie)
  return data(frame, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <WorkerFrame {...loaderData}>
      <Outlet />
    </WorkerFrame>
  )
}

/** Shows errors inside the frame, for example of a form that was sent after the session had ended. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <AnyError error={error} />
  return (
    <WorkerFrame {...loaderData}>
      <FramedError error={error} />
    </WorkerFrame>
  )
}

/**
 * Returns the screens to store on a worker's phone: the tabs, news, help, and the photo page of each open task.
 * The tag changes with the language and the states of tasks, and for all but photo pages also daily. The phone then
 * fetches the screen again.
 */
async function screensToKeep({ db, actor, now }: WorkerCtx, language: Language): Promise<Screen[]> {
  const tasks = await taskStates(db, actor.id)
  const tabs = hash([language, dayOf(now), tasks])
  const open = tasks.filter(({ state }) => STATUSES_OF[state].status !== 'completed')
  return [
    ...[...WORKER_TABS.map(tabPath), NEWS_PATH, HELP_PATH].map((path) => ({ path, tag: tabs })),
    ...open.map(({ id, state }) => ({ path: photoPagePath(id), tag: hash([language, state]) })),
  ]
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}

type WorkerFrameProps = Route.ComponentProps['loaderData'] & { children: ReactNode }

function WorkerFrame({ ownerId, name, groupName, withPin, screens, children }: WorkerFrameProps) {
  const { language, words } = useReader()
  // Keeps only 'Lakshmi D.', because anybody with the locked phone can read it.
  const keptName = withPin ? name.replace(/^(\S+)\s+(\S).*$/u, '$1 $2.') : null
  const phone = usePhoneQueue(WORKER_SCOPES, { ownerId, language, screens, keptName })
  const [showsNotice, setShowsNotice] = useState(false)
  useAnswerFocus(useLocation().key)
  useAnswerFocus(showsNotice || null)
  // Shows a message instead of the browser's error page, for pages outside the worker's screens and, on a first visit,
  // for all pages.
  const preventOfflineLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    const isScreen = WORKER_SCOPES.some((scope) => link?.pathname.startsWith(scope))
    // A call or a message to the coordinator needs no page.
    const isPage = link?.origin === location.origin
    if (!isPage || navigator.onLine || (hasWorker && isScreen)) return setShowsNotice(false)
    event.preventDefault()
    setShowsNotice(true)
  }
  return (
    <PhoneContext value={phone}>
      <a href="#main" className="skip-link">
        {words.screens.skip}
      </a>
      <div className="worker" onClickCapture={preventOfflineLink}>
        {withPin && <PhoneOwner ownerId={ownerId} name={name} />}
        <Top name={name} groupName={groupName} language={language} />
        <NetworkNotice />
        <main id="main" tabIndex={-1} className="worker-main">
          {showsNotice && <NeedsNetwork />}
          {children}
        </main>
        <Foot ownerId={ownerId} />
      </div>
    </PhoneContext>
  )
}

function NeedsNetwork() {
  return <Notice kind="problem" text={useWords().screens.needsNetwork} isAnswer />
}

function Top({ name, groupName, language }: { name: string; groupName: string | null; language: Language }) {
  const words = useWords()
  const { pathname } = useLocation()
  const isHome = pathname === WORKER_HOME
  const first = name.split(' ')[0] ?? name
  return (
    <header className="worker-top">
      {isHome ? (
        <span className="worker-initial" aria-hidden="true">
          {first.slice(0, 1)}
        </span>
      ) : (
        <Link to={WORKER_HOME} className="worker-back">
          <Icon name="arrow-left" />
          <VisuallyHidden>{words.screens.back}</VisuallyHidden>
        </Link>
      )}
      <div className="worker-who">
        {isHome ? (
          <h1>{words.screens.hello({ name: first })}</h1>
        ) : (
          <h1>
            {{ [NEWS_PATH]: words.screens.news, [HELP_PATH]: words.screens.help }[pathname] ??
              words.screens.photoTitle}
          </h1>
        )}
        {isHome && groupName && <p>{groupName}</p>}
      </div>
      <LanguageSwitch language={language} />
      {isSample(language) && <Note kind="worker-sample" text={words.sample} />}
    </header>
  )
}

function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation()
  const words = useWords()
  const fetcher = useFetcher<{ isOffline?: boolean }>()
  useAnswerFocus(fetcher.data, '.worker-language')
  return (
    <fetcher.Form method="post" action={WORKER_HOME} className="worker-language">
      <input type="hidden" name="intent" value="language" />
      <LanguageButtons language={language} label={words.language} returnTo={pathname + search} />
      {fetcher.data?.isOffline && <NeedsNetwork />}
    </fetcher.Form>
  )
}

/** Names the signed-in worker, with a button to sign in as another person. The worker can come back with the PIN. */
function PhoneOwner({ ownerId, name }: { ownerId: string; name: string }) {
  const words = useWords()
  const { isWarned, leave } = useSignOut(ownerId, { staysKept: true })
  useAnswerFocus(isWarned || null, '.worker-whose')
  return (
    <form
      method="post"
      action={SIGN_OUT_PATH}
      onSubmit={leave}
      className="worker-whose"
      aria-label={words.screens.changePerson}
    >
      <LeavingNotice isWarned={isWarned} />
      <span>{words.screens.thisPhone({ name })}</span>
      <button type="submit">{isWarned ? words.screens.signOutAnyway : words.screens.changePerson}</button>
    </form>
  )
}

/** Tells the worker before the sign-out that unsent work stays on this phone. */
function LeavingNotice({ isWarned }: { isWarned: boolean }) {
  const { screens: words } = useWords()
  return isWarned ? <Notice kind="problem" text={words.unsent} isAnswer /> : null
}

function Foot({ ownerId }: { ownerId: string }) {
  const words = useWords()
  const { isWarned, leave } = useSignOut(ownerId)
  useAnswerFocus(isWarned || null, '.worker-foot')
  return (
    <footer className="worker-foot">
      <Link to={NEWS_PATH}>
        <Icon name={phoneIcons.send} />
        {words.screens.news}
      </Link>
      <Link to={HELP_PATH}>
        <Icon name={phoneIcons.circleHelp} />
        {words.screens.help}
      </Link>
      <form method="post" action={SIGN_OUT_PATH} onSubmit={leave}>
        <LeavingNotice isWarned={isWarned} />
        <button type="submit">
          <Icon name={phoneIcons.logOut} />
          {isWarned ? words.screens.signOutAnyway : words.screens.signOut}
        </button>
      </form>
    </footer>
  )
}
