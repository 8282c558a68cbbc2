import { addDraft } from '#app/admin/newsletters/draft.server.ts'
import { DraftForm } from '#app/admin/newsletters/draft-form.tsx'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { blankTexts } from '#app/desk/record-texts.ts'
import { formOf } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { NEWSLETTER_FIELDS } from '#shop/newsletters/newsletter-fields.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  title: 'Write a newsletter',
  feature: 'newsletter',
  access: { get: 200, post: 422 },
}

export async function action({ request, context }: Route.ActionArgs) {
  return addDraft(context.get(staffContext), await formOf(request))
}

export default function NewNewsletter({ actionData }: Route.ComponentProps) {
  const blank = { values: blankTexts(NEWSLETTER_FIELDS), seenAt: null }
  return (
    <AdminPage back={{ to: NEWSLETTERS, label: 'Newsletters' }}>
      <p className="mb-5 max-w-read text-ink-soft">
        Save the draft to see it as an email, to send yourself a test, and to send it.
      </p>
      <DraftForm {...(actionData ?? blank)} />
    </AdminPage>
  )
}
