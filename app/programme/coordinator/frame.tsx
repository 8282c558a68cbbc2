import { createHash } from 'node:crypto'
import { lazy, type MouseEvent, type ReactNode, useState } from 'react'
import { data, Form, Outlet, useLocation } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import { ErrorPage, isNetworkError } from '#app/frame/error-page.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { Link, NavLink } from '#app/kit/link.tsx'
import { COORDINATOR_HOME, DASHBOARD, SIGN_OUT_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { LanguageButtons } from '#app/kit/work/language-buttons.tsx'
import { groupPath, MESSAGES, PHOTOS, QUESTIONS, TEMPLATES } from '#app/programme/coordinator/paths.ts'
import { removeDecision, type Screen } from '#app/programme/offline/offline-client.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import {
  PhoneContext,
  useIsOnline,
  usePhone,
  usePhoneQueue,
  useSignOut,
} from '#app/programme/offline/use-phone.ts'
import type { WaitingDecision } from '#app/programme/offline/waiting.ts'
import { useReader, useWords } from '#app/programme/words/words.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { accountLanguage } from '#app/request/reader-language.server.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { listGroupCards } from '#shop/programme/coordinator.read.ts'
import { countNewsRecipients } from '#shop/programme/news.read.ts'
import { countOpenQuestions } from '#shop/programme/pay.read.ts'
import { REVIEWS_PER_PAGE } from '#shop/programme/task-filters.ts'
import { countTasks, tasksVersion } from '#shop/programme/tasks.read.ts'
import { isSample, type Language } from '#shop/programme/worker.ts'
import type { Route } from './+types/frame.ts'

export const handle: PageHandle = {
  side: 'coordinator',
  guard: 'groups',
  search: 'noindex',
  feature: 'programme',
  words: [
    'language',
    'sample',
    'optional',
    'none',
    'cancel',
    'close',
    'amounts',
    'usualTasks',
    'frame',
    'offline',
  ],
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { actor, db, now } = ctx
  const scope = scopeOf(actor)
  const [language, { pending_review: waiting }, toTell, questions] = await Promise.all([
    accountLanguage(ctx, request),
    countTasks(db, scope),
    countNewsRecipients(db, scope, now),
    countOpenQuestions(db, scope),
  ])
  const { id: ownerId, fullName: name, isWorker } = actor
  const screens = await screensToKeep(ctx, language, waiting)
  const frame = {
    ownerId,
    name,
    isStaff: may(actor, 'dashboard'),
    isWorker,
    waiting,
    toTell,
    questions,
    screens,
  }
  // Tells the service worker who owns the page.
  return data(frame, { headers: { 'x-worker': ownerId } })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/**
 * Returns the pages to store on the phone: the groups and the photos to review. The phone fetches them again daily,
 * after a change of language, and when a task in the scope has changed.
 */
async function screensToKeep(
  { db, actor, now }: StaffCtx,
  language: Language,
  waiting: number,
): Promise<Screen[]> {
  const scope = scopeOf(actor)
  const [groups, changed] = await Promise.all([listGroupCards(db, scope), tasksVersion(db, scope)])
  const version = JSON.stringify([language, dayOf(now), changed])
  const tag = createHash('sha256').update(version).digest('hex').slice(0, 12)
  const pages = Math.min(Math.ceil(waiting / REVIEWS_PER_PAGE), MAX_PAGES)
  const otherPages = Array.from({ length: Math.max(0, pages - 1) }, (_, at) => `${PHOTOS}?page=${at + 2}`)
  const groupPages = groups.slice(0, MAX_GROUPS).map(({ id }) => groupPath(id))
  return [COORDINATOR_HOME, PHOTOS, ...otherPages, ...groupPages].map((path) => ({ path, tag }))
}

// Loaded on demand, because most coordinators never see an error.
const ErrorView = lazy(() => import('#app/programme/coordinator/failed.tsx'))

const SCOPES = [COORDINATOR_HOME]
const MAX_PAGES = 4
const MAX_GROUPS = 20

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <CoordinatorFrame {...loaderData}>
      <Outlet />
    </CoordinatorFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <AnyError error={error} />
  return (
    <CoordinatorFrame {...loaderData}>
      <FrameError error={error} />
    </CoordinatorFrame>
  )
}

/** Shows the error. Without a network `ErrorView` cannot be loaded, so the shop's error page replaces it. */
function FrameError({ error }: { error: unknown }) {
  const { language } = useReader()
  return isNetworkError(error) ? <ErrorPage error={error} /> : <ErrorView error={error} language={language} />
}

function CoordinatorFrame(props: Route.ComponentProps['loaderData'] & { children: ReactNode }) {
  const { ownerId, name, isStaff, isWorker, waiting, toTell, questions, screens, children } = props
  const { language, words: all } = useReader()
  const { frame: words, sample } = all
  const phone = usePhoneQueue(SCOPES, { ownerId, language, screens })
  useAnswerFocus(useLocation().key)
  return (
    <PhoneContext value={phone}>
      <a href="#main" className="skip-link">
        {words.skip}
      </a>
      <div className="coord">
        <header className="coord-top">
          <b>{name}</b>
          <div>
            {isStaff && (
              <Link to={DASHBOARD} className="link" reloadDocument>
                {words.desk}
              </Link>
            )}
            {isWorker && (
              <Link to={WORKER_HOME} className="link" reloadDocument>
                {words.ownTasks}
              </Link>
            )}
            <SignOut ownerId={ownerId} />
            <LanguageSwitch language={language} />
          </div>
          {isSample(language) && <p className="coord-sub">{sample}</p>}
        </header>
        <UnsentNotice />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <nav aria-label={words.tabs} className="coord-tabs" onClickCapture={openFromPhone}>
          <NavLink to={COORDINATOR_HOME} end>
            {words.groups}
          </NavLink>
          <NavLink to={PHOTOS} end={false}>
            {waiting > 0 ? words.photosToCheck({ count: waiting }) : words.photos}
          </NavLink>
          <NavLink to={QUESTIONS} end={false}>
            {questions > 0 ? words.questionsToAnswer({ count: questions }) : words.questions}
          </NavLink>
          <NavLink to={MESSAGES} end={false}>
            {toTell > 0 ? words.messagesToSend({ count: toTell }) : words.messages}
          </NavLink>
          <NavLink to={TEMPLATES} end={false}>
            {words.templates}
          </NavLink>
        </nav>
      </div>
    </PhoneContext>
  )
}

/** Without a network, opens a tab as a document, because the service worker stores only documents. */
function openFromPhone(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (navigator.onLine || !link) return
  event.preventDefault()
  location.assign(link.href)
}

/** Signs out and removes the coordinator's data from the phone. Warns first if something is unsent. */
function SignOut({ ownerId }: { ownerId: string }) {
  const { frame: words, offline } = useWords()
  const { isWarned, leave } = useSignOut(ownerId)
  useAnswerFocus(isWarned || null, '.coord-top')
  return (
    <form method="post" action={SIGN_OUT_PATH} onSubmit={leave}>
      {isWarned && (
        <div data-answer tabIndex={-1}>
          <Banner tone="danger">{offline.unsent}</Banner>
        </div>
      )}
      <button type="submit" className="link">
        {isWarned ? offline.signOutAnyway : words.signOut}
      </button>
    </form>
  )
}

function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation()
  const { language: label } = useWords()
  return (
    <Form method="post" action={COORDINATOR_HOME} className="coord-language">
      <LanguageButtons language={language} label={label} returnTo={pathname + search} />
    </Form>
  )
}

/** A notice on every page about a missing network, and about unsent and refused decisions. */
function UnsentNotice() {
  const { offline: words } = useWords()
  const { decisions, isStuck, problem } = usePhone()
  const isOnline = useIsOnline()
  const waiting = decisions.filter(({ refused }) => !refused)
  const hasUnsent = waiting.length > 0 && (isStuck || !isOnline)
  return (
    <>
      {(!isOnline || hasUnsent) && (
        <Banner tone="warning" className="coord-unsent">
          {!isOnline && <b>{words.noNetwork}</b>} {hasUnsent && words.waiting({ count: waiting.length })}
        </Banner>
      )}
      {problem && !isOnline && (
        <Banner tone="danger" className="coord-unsent">
          {words.notStored[problem]}
        </Banner>
      )}
      {decisions.map((decision) => decision.refused && <Refusal key={decision.id} decision={decision} />)}
    </>
  )
}

/** Shows why the shop refused a decision, until the coordinator dismisses it. */
function Refusal({ decision }: { decision: WaitingDecision }) {
  const { offline: words } = useWords()
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  const { taskName, workerName, said, refused } = decision
  const why = said || (refused === 'damaged' ? words.pictureTooLarge : words.decideAgain)
  const close = () => void removeDecision(decision).catch((error) => setProblem(storageProblemOf(error)))
  return (
    <Banner tone="danger" className="coord-unsent" title={`${taskName}, ${workerName}.`}>
      {words.refused} {why}
      {problem && ` ${words.notStored[problem]}`}
      <Button type="button" look="line" onClick={close}>
        {words.dismiss}
      </Button>
    </Banner>
  )
}
