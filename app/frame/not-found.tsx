import { data } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'

export const handle: PageHandle = {
  title: null,
  search: 'open',
  access: { at: '/no-such-page', get: 404, post: 404 },
}

/** Matches unknown URLs as a page, so that the frame around the error has the root's data. */
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
