import { data } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'

export const handle: PageHandle = {
  title: null,
  access: { at: '/admin/dashboard/no-such-tab', get: 404, post: 404 },
}

/** Matches unknown URLs below the dashboard, so that the error page has the dashboard's frame. */
export function loader() {
  throw data(null, { status: 404 })
}

export function action() {
  return loader()
}

/** Never rendered. Without a component, the router would answer with plain text. */
export default function NotFound() {
  return null
}
