import { data, redirect } from 'react-router'
import { ownSession, passkeySite } from '#app/auth/factor.server.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { FACTOR_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { offerPasskey } from '#shop/factors/add-factor.ts'
import { askPasskey } from '#shop/factors/prove-factor.ts'
import type { Route } from './+types/factor-question.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 302, post: null } }

/** Per person. Each challenge replaces the previous one. */
const CHALLENGE_LIMIT = { max: 60, seconds: 900 }

export function loader() {
  return redirect(FACTOR_PATH)
}

/** Returns WebAuthn options as JSON: to prove a passkey or, with `purpose=enrol`, to create a passkey. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = ownSession(context)
  if (session === null) throw data(null, { status: 401 })
  const wait = await consumeRateLimit(request, context, 'passkey question', CHALLENGE_LIMIT, {
    person: session.person.id,
  })
  if (wait) return Response.json(null, { status: 429, headers: wait.headers })
  const { ctx } = context.get(requestContext)
  const site = passkeySite(request, ctx)
  if (site === null) return Response.json(null, { status: 409 })
  const isNew = textOf(await formOf(request), 'purpose') === 'enrol'
  return Response.json(await (isNew ? offerPasskey(ctx, session, site) : askPasskey(ctx, session, site)))
}
