import { data } from 'react-router'
import { adminCtx } from '#app/request/admin.server.ts'
import type { Route } from './+types/not-found.ts'

/** Addresses of nothing below the dashboard's: found as a tab, so that its frame stays around the error. */
export function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  adminCtx(context)
  throw data(null, { status: 404 })
}

export function action({ context }: Route.ActionArgs) {
  return loader({ context })
}

/** Never reached. Without a page the route would answer with bare text. */
export default function NotFound() {
  return null
}
