import { data } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'

export const handle: PageHandle = {
  title: null,
  access: { at: '/admin/dashboard/no-such-tab', get: 404, post: 404 },
}

/** Unknown addresses below the dashboard match as a tab, so that its frame stays around the error page. */
export function loader() {
  throw data(null, { status: 404 })
}

export function action() {
  return loader()
}

/** Never reached. Without a page the route would answer with bare text. */
export default function NotFound() {
  return null
}
