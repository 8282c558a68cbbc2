import { data, isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { rememberedLanguage } from '#app/request/cookies.server.ts'
import { workerCtx } from '#app/request/worker.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { WORKER_HOME } from '#app/worker/paths.ts'
import { screensToKeep } from '#app/worker/screens-to-keep.server.ts'
import { SignInToSend } from '#app/worker/sign-in-to-send.tsx'
import { WorkerFrame } from '#app/worker/worker-frame.tsx'
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

/** Whoever may not be here meets the shop's own frame. */
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
