import { data } from 'react-router'
import { requestContext } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { KitPage } from '#app/ui/kit-page/kit-page.tsx'
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
