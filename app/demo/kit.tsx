import { data } from 'react-router'
import { KitPage } from '#app/demo/kit-page.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import type { Route } from './+types/kit.ts'

export const handle: PageHandle = { noindex: true }

export const meta = () => [{ title: 'Components' }]

/** Only a demonstration shop shows its components. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(requestContext).mailbox) throw data(null, { status: 404 })
  return null
}

export default function DemoKit() {
  return <KitPage />
}
