import { createHash } from 'node:crypto'
import { useEffect, useState } from 'react'
import { data, isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { rememberedLanguage } from '#app/request/cookies.server.ts'
import { type WorkerCtx, workerCtx } from '#app/request/worker.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { canQueue } from '#app/worker/offline/can-queue.ts'
import type { Screen } from '#app/worker/offline/offline-client.ts'
import { countAllWaiting } from '#app/worker/offline/phone-store.ts'
import { photoPagePath, tabPath, WORKER_HOME, WORKER_TABS } from '#app/worker/paths.ts'
import { wordsIn } from '#app/worker/words.ts'
import { WorkerFrame } from '#app/worker/worker-frame.tsx'
import { dayOf } from '#shop/kernel/day.ts'
import { STATUSES_OF } from '#shop/programme/task.ts'
import { taskStates } from '#shop/programme/tasks.read.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/frame.ts'

export const handle: PageHandle = { side: 'worker', noindex: true }

/** The frame of the worker's screens. Each screen's own loader and action checks the actor again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = workerCtx(context)
  const { actor, db } = ctx
  const worker = await findWorker(db, actor.id)
  const language = worker?.language ?? rememberedLanguage(request)
  const frame = {
    ownerId: actor.id,
    name: actor.fullName,
    groupName: worker?.group?.name ?? null,
    language,
    screens: await screensToKeep(ctx, language),
  }
  // Her phone keeps this page for times without a network, and must know whose it is.
  return data(frame, { headers: { 'x-worker': actor.id } })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <WorkerFrame {...loaderData}>
      <Outlet />
    </WorkerFrame>
  )
}

/** Visitors without access see the shop's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 401) {
    const title =
      pathname === WORKER_HOME ? 'Please sign in to see your work' : 'Please sign in to upload photos'
    return (
      <>
        <title>SHG Worker Dashboard</title>
        <SignInPrompt title={title} returnTo={pathname}>
          This page is for the members of our self-help groups.
        </SignInPrompt>
        <SignInToSend />
      </>
    )
  }
  if (status === 403) {
    return (
      <AccessDenied
        action={<ButtonLink to="/contact?subject=shg-program">Ask about the programme</ButtonLink>}
      >
        This page is for the members of our self-help groups. To join the programme, write to us.
      </AccessDenied>
    )
  }
  return <ErrorPage error={error} />
}

/**
 * The screens that a worker's phone keeps for times without a network: the tabs, and the photo page of each open task. A
 * screen's tag changes when it must be fetched again: with its language and the states of tasks, for tabs also daily.
 */
async function screensToKeep({ db, actor, now }: WorkerCtx, language: Language): Promise<Screen[]> {
  const tasks = await taskStates(db, actor.id)
  const tabs = hash([language, dayOf(now), tasks])
  const open = tasks.filter(({ state }) => STATUSES_OF[state].status !== 'completed')
  return [
    ...WORKER_TABS.map((tab) => ({ path: tabPath(tab), tag: tabs })),
    ...open.map(({ id, state }) => ({ path: photoPagePath(id), tag: hash([language, state]) })),
  ]
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}

/** For signed-out visitors, in every language: asks to sign in and says how much waits on this phone. */
function SignInToSend() {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    if (canQueue()) void countAllWaiting().then(setWaiting, () => {})
  }, [])
  return (
    <section className="wrap grid gap-4 pb-section text-lg">
      <p lang="hi">अपना काम देखने के लिए साइन इन करें</p>
      {waiting > 0 && (
        <div role="status">
          {LANGUAGES.map((language) => (
            <p key={language} lang={language}>
              {wordsIn(language).waitingHere(waiting)}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
