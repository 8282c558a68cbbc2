import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { RoleFields } from '#app/admin/people/person-roles.tsx'
import {
  type AdminAnswer,
  AdminPage,
  AdminSection,
  StatusNotice,
  TableSection,
} from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { INVITATIONS, PEOPLE } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { fieldsOf, typedValues } from '#app/kit/form-fields.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listInvitations } from '#shop/customers/staff-invitations.read.ts'
import { invitationInput, inviteStaff, withdrawInvitation } from '#shop/customers/staff-invitations.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLE_WORK, STAFF_ROLES, type StaffRole } from '#shop/kernel/staff-role.ts'
import type { Route } from './+types/invitations.ts'

export const handle: PageHandle = {
  guard: 'roles',
  title: 'Invitations',
  access: { get: 200, post: 422 },
}

const DONE = { invited: 'Invitation sent', withdrawn: 'Invitation withdrawn' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  return { invitations: await listInvitations(db, now), done: doneNotice(request, DONE) }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('invite'), ...invitationInput.shape }),
  z.object({ intent: z.literal('withdraw'), id: z.uuid() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  if (fields.value.intent === 'withdraw') {
    const { id } = fields.value
    const open = (await listInvitations(ctx.db, ctx.now)).find((invitation) => invitation.id === id)
    const question = open && requireConfirmation(form, withdrawalConfirmation(open.email))
    if (question) return data<AdminAnswer>({ ok: true, message: '', confirmation: question })
    const withdrawn = await withdrawInvitation(ctx, id)
    return withdrawn.ok ? redirect(`${INVITATIONS}?done=withdrawn`, 303) : refusedBy(withdrawn, form)
  }
  const { email, staffRole } = fields.value
  const confirmation = requireConfirmation(form, invitationConfirmation(email, staffRole))
  if (confirmation)
    return data<AdminAnswer>({ ok: true, message: '', values: typedValues(form), confirmation })
  const invited = await inviteStaff(ctx, { email, staffRole })
  return invited.ok ? redirect(`${INVITATIONS}?done=invited`, 303) : refusedBy(invited, form)
}

const withdrawalConfirmation = (email: string) => ({
  title: `Withdraw the invitation to ${email}?`,
  lines: ['The link in the email stops working. To invite this person after all, send a new invitation.'],
  confirm: 'Withdraw',
})

const invitationConfirmation = (email: string, role: StaffRole) => ({
  title: `Invite ${email} as ${STAFF_ROLE_NAMES[role].toLowerCase()}?`,
  lines: [
    `Whoever accepts the invitation can then: ${STAFF_ROLE_WORK[role]}`,
    'The link works once, for three days, and only for an account with this address.',
  ],
  confirm: 'Send the invitation',
})

const COLUMNS: Column<Awaited<ReturnType<typeof listInvitations>>[number]>[] = [
  column.title('Address', ({ email }) => email),
  column.text('Role', ({ staffRole }) => STAFF_ROLE_NAMES[staffRole]),
  column.text('Sent by', ({ invitedByName }) => invitedByName ?? 'A closed account'),
  column.time('Expires', ({ expiresAt }) => expiresAt),
  column.text(
    'Withdraw',
    ({ id, email }) => (
      <PostButton fields={{ id, intent: 'withdraw' }} look="line">
        Withdraw<VisuallyHidden> the invitation to {email}</VisuallyHidden>
      </PostButton>
    ),
    { place: 'actions', align: 'end', headerHidden: true },
  ),
]

export default function Invitations({ loaderData: { invitations, done }, actionData }: Route.ComponentProps) {
  const answer: AdminAnswer | undefined = actionData ?? done
  return (
    <AdminPage title="Invitations" back={{ to: `${PEOPLE}?role=staff`, label: 'All staff' }}>
      <StatusNotice answer={answer} />
      <AdminSection title="Send an invitation">
        <Form method="post" className="record-form">
          <TextField
            {...fieldsOf(answer)('email')}
            type="email"
            label="Email address"
            required
            autoComplete="off"
          />
          <RoleFields
            label="Role"
            chosen={STAFF_ROLES.find((role) => role === answer?.values?.staffRole) ?? 'packer'}
          />
          <div className="record-buttons">
            <Button name="intent" value="invite">
              Invite
            </Button>
          </div>
        </Form>
      </AdminSection>
      <TableSection
        title="Not accepted yet"
        caption="Invitations"
        columns={COLUMNS}
        rows={invitations}
        empty={<EmptyList title="No pending invitations" />}
      />
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={INVITATIONS} />
    </AdminPage>
  )
}
