import { data } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'

export const handle: PageHandle = {
  title: null,
  search: 'open',
  access: { at: '/no-such-page', get: 404, post: 404 },
}

/** Addresses of nothing: found as a page, so that the root's data is there for the frame around the error. */
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
