import { redirect } from 'react-router'
import { isOfOtherAccount } from '#app/account/address-form.server.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { FACTOR_PATH, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { signOutDevices } from '#shop/customers/end-sessions.ts'
import type { Route } from './+types/devices.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 302, post: 302 } }

const PANEL = '/profile#security'

export function loader() {
  return redirect(PANEL)
}

/** Signs out one device, or all others. First asks for the second factor if it was proven too long ago. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, sessionId } = context.get(requestContext)
  const form = await formOf(request)
  const id = textOf(form, 'device')
  if (isOfOtherAccount(form, ctx.actor)) return redirect('/profile?other-account')
  if (sessionId === null) return redirect(`${SIGN_IN_PATH}?returnTo=/profile`)
  const ended = await signOutDevices(ctx, sessionId, id === 'others' ? id : { id })
  if (!ended.ok && ended.reason === 'factor_stale')
    return redirect(withQuery(FACTOR_PATH, { returnTo: PANEL }))
  return redirect('/profile?devices=signed-out#security')
}
