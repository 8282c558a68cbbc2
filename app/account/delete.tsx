import { data, redirect } from 'react-router'
import { type DeleteAnswer, DeletePage } from '#app/account/delete-page.tsx'
import { signOutHere } from '#app/auth/sign-out.server.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { type RequestContext, requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { checkPassword, hasPassword } from '#infra/accounts/password.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { findObstacles } from '#shop/privacy/account-deletion.read.ts'
import { type DeleteAccountRefusal, deleteAccount, type Proof } from '#shop/privacy/delete-account.ts'
import { requestDeletionLink } from '#shop/privacy/request-deletion-link.ts'
import type { Route } from './+types/delete.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 200, post: null } }

/** Each of these sends a mail. */
const LINKS = { most: 5, seconds: 900 }

const OLD_LINK = 'This link is too old or was used already. Ask for a new one.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, actor } = shopCtx(context)
  const token = new URL(request.url).searchParams.get('token')
  if (actor.kind === 'visitor') return { account: null, token }
  const obstacles = await findObstacles(db, actor)
  const { email } = actor
  return { account: { email, obstacles, hasPassword: await hasPassword(db, actor.id) }, token }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const { ctx, limits } = context.get(requestContext)
  const { actor } = ctx
  if (actor.kind === 'visitor') return answer('Please sign in to delete your account.', 401)
  if (form.get('intent') === 'ask-link') {
    const wait = await limits.consume('closing-link', actor.id, LINKS)
    if (wait > 0) return tooMany(wait)
    await requestDeletionLink(ctx)
    return data<DeleteAnswer>({ problem: null, isLinkSent: true })
  }
  const proof = await proofOf(form, request, context.get(requestContext), actor)
  if ('problem' in proof) return proof.problem
  const deleted = await deleteAccount(ctx, proof)
  if (!deleted.ok) return refused(deleted)
  const { headers } = await signOutHere(request, context)
  return redirect('/account-deleted', { status: 303, headers })
}

/** Proof that the customer asks: the emailed link, or the password. */
async function proofOf(
  form: FormData,
  request: Request,
  { ctx, limits }: RequestContext,
  { id, email }: Person,
) {
  if (form.get('intent') === 'link') return { by: 'link', token: textOf(form, 'token') } satisfies Proof
  const password = textOf(form, 'password')
  if (password === '') return { problem: answer('Password is required', 422) }
  const address = request.headers.get('x-real-ip') ?? ''
  const checked = await checkPassword({ db: ctx.db, limits }, { id, email, password, address })
  if (checked.ok) return { by: 'password' } satisfies Proof
  return { problem: 'wait' in checked ? tooMany(checked.wait) : answer('This is not your password.', 422) }
}

function tooMany(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return answer(`Too many attempts. Please wait ${time} and try again.`, 429)
}

function refused(refusal: DeleteAccountRefusal) {
  switch (refusal.reason) {
    case 'signed_out':
      return answer('Please sign in to delete your account.', 401)
    case 'link_invalid':
      return answer(OLD_LINK, 422)
    case 'account_in_use':
      return answer('Something is still open: see above.', 409)
  }
}

function answer(problem: string, status: number) {
  return data<DeleteAnswer>({ problem, isLinkSent: false }, { status })
}

export default function Delete({ loaderData: { account, token }, actionData }: Route.ComponentProps) {
  if (account) return <DeletePage {...account} token={actionData ? null : token} answer={actionData} />
  const query = token === null ? '' : `?${new URLSearchParams({ token })}`
  return (
    <>
      <title>Delete Account</title>
      <SignInPrompt title="Delete Account" returnTo={`/profile/delete${query}`}>
        Please sign in to delete your account.
      </SignInPrompt>
    </>
  )
}
