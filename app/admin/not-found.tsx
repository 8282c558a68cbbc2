import { data } from 'react-router'

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
