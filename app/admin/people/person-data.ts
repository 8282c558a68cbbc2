import { data } from 'react-router'
import { personalDataDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'
import { findCustomer } from '#shop/customers/users.read.ts'
import type { Route } from './+types/person-data.ts'

export const handle: PageHandle = {
  guard: 'people',
  search: 'noindex',
  access: { at: '/admin/dashboard/people/{customer}/data.json', get: 404 },
}

/** Downloads the data of a person without email, who cannot sign in to download it. Other people download their own. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const person = await findCustomer(ctx.db, params.id)
  if (!person || !isNoMailAddress(person.email)) throw data(null, { status: 404 })
  await noteExport(context, url, 'person', new URLSearchParams({ id: person.id }), person.id)
  return personalDataDownload(ctx, person, `person-${person.id}`)
}
