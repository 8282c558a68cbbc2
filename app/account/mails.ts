import { redirect } from 'react-router'
import { isOfOtherAccount } from '#app/account/address-form.server.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { chooseEmails } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/mails.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 302, post: null } }

export function loader() {
  return redirect('/profile#mails')
}

/** Saves the choice of emails. An unchecked box unsubscribes. For a visitor, the profile asks to sign in. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const ctx = shopCtx(context)
  if (isOfOtherAccount(form, ctx.actor)) return redirect('/profile?other-account', 303)
  const choices = { newsletter: form.has('newsletter'), 'referral-mails': form.has('referral-mails') }
  const saved = await chooseEmails(ctx, choices)
  return redirect(saved.ok ? '/profile?saved=mails#mails' : '/profile', 303)
}
