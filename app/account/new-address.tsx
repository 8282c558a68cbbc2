import { saveAddressForm } from '#app/account/address-form.server.ts'
import { AddressPage } from '#app/account/address-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/new-address.ts'

export const handle: PageHandle = {
  title: 'Add address',
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = shopCtx(context)
  return actor.kind === 'visitor' ? null : { email: actor.email, prefill: { fullName: actor.fullName } }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveAddressForm(request, shopCtx(context), await formOf(request), null)
}

export default function NewAddress({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData) return <AddressPage {...loaderData} saved={null} answer={actionData} />
  return (
    <SignInPrompt title="Add address" returnTo="/profile/addresses/new">
      Please sign in to save an address.
    </SignInPrompt>
  )
}
