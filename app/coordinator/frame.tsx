import type { ReactNode } from 'react'
import { Form, Outlet } from 'react-router'
import adminStylesheet from '#app/admin/admin.css?url'
import { DASHBOARD } from '#app/admin/paths.ts'
import stylesheet from '#app/coordinator/coordinator.css?url'
import { PHOTOS, TEMPLATES } from '#app/coordinator/paths.ts'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { forgetScreens } from '#app/kit/forget-screens.ts'
import { Link, NavLink } from '#app/kit/link.tsx'
import { COORDINATOR_HOME, SIGN_OUT_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { countTasks } from '#shop/programme/tasks.read.ts'
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

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, db } = context.get(coordinatorContext)
  const { pending_review: waiting } = await countTasks(db, scopeOf(actor))
  return { name: actor.fullName, isAdmin: actor.isAdmin, isWorker: actor.isWorker, waiting }
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <CoordinatorFrame {...loaderData}>
      <Outlet />
    </CoordinatorFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = (
    <ErrorPage error={error} missing="There is nothing at this address, or it belongs to another group.">
      <ButtonLink to={COORDINATOR_HOME}>Your groups</ButtonLink>
    </ErrorPage>
  )
  return loaderData ? <CoordinatorFrame {...loaderData}>{page}</CoordinatorFrame> : page
}

type FrameProps = Route.ComponentProps['loaderData'] & { children: ReactNode }

/** Her name at the top, the page, and three tabs at the thumb. */
function CoordinatorFrame({ name, isAdmin, isWorker, waiting, children }: FrameProps) {
  return (
    <div className="coord">
      <header className="coord-top">
        <b>{name}</b>
        <div>
          {isAdmin && (
            <Link to={DASHBOARD} className="link">
              Admin Dashboard
            </Link>
          )}
          {isWorker && (
            <Link to={WORKER_HOME} className="link" reloadDocument>
              My own tasks
            </Link>
          )}
          <Form method="post" action={SIGN_OUT_PATH} onSubmit={forgetScreens}>
            <button type="submit" className="link">
              Sign Out
            </button>
          </Form>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <nav aria-label="Coordinator" className="coord-tabs">
        <NavLink to={COORDINATOR_HOME} end>
          Groups
        </NavLink>
        <NavLink to={PHOTOS} end={false}>
          {waiting > 0 ? `Photos: ${waiting} to check` : 'Photos'}
        </NavLink>
        <NavLink to={TEMPLATES} end={false}>
          Templates
        </NavLink>
      </nav>
    </div>
  )
}
