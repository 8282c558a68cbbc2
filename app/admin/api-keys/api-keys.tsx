import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import {
  type AdminAnswer,
  AdminPage,
  AdminSection,
  StatusNotice,
  TableSection,
} from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { API_KEYS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Options, SelectField, TextField } from '#app/kit/fields.tsx'
import { fieldsOf, readFields } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { apiKeyInput, KEY_DAYS, SCOPE_WORK } from '#shop/customers/api-key.ts'
import { listKeys } from '#shop/customers/api-keys.read.ts'
import { createApiKey, revokeApiKey } from '#shop/customers/api-keys.ts'
import { KEY_SCOPES, may, roleMay } from '#shop/kernel/permissions.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/api-keys.ts'

export const handle: PageHandle = {
  guard: 'api-keys',
  tab: { label: 'API keys', icon: 'lock', group: 'Shop' },
  access: { get: 200, post: 422 },
}

const DONE = { revoked: 'Key revoked. Programs that use it are refused from now on.' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const keys = await visibleKeys(ctx)
  const scopes = KEY_SCOPES.filter((scope) => may(ctx.actor, scope))
  return { keys, scopes, done: doneNotice(request, DONE) }
}

/** Owners see the keys of all staff. */
function visibleKeys({ db, actor, now }: StaffCtx) {
  return listKeys(db, may(actor, 'roles') ? null : actor.id, now)
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), ...apiKeyInput.shape }),
  z.object({ intent: z.literal('revoke'), id: z.uuid() }),
])

type Answer = AdminAnswer & { key?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  // A form sends the field of a list once for each value.
  if (form.has('scopes')) form.set('scopes', form.getAll('scopes').join(' '))
  const fields = readFields(forms, form)
  if (!fields.ok) return invalid(fields)
  const input = fields.value
  if (input.intent === 'create') {
    const created = await createApiKey(ctx, input)
    if (!created.ok) return refusedBy(created, form)
    return data<Answer>({ ok: true, message: 'Key created', key: created.value.key })
  }
  const key = (await visibleKeys(ctx)).find(({ id }) => id === input.id)
  const confirmation = key && requireConfirmation(form, { ...REVOKE, title: `Revoke the key “${key.name}”?` })
  if (confirmation) return data<Answer>({ ok: true, message: '', confirmation })
  const revoked = await revokeApiKey(ctx, input.id)
  return revoked.ok ? redirect(`${API_KEYS}?done=revoked`, 303) : refusedBy(revoked, form)
}

const REVOKE = {
  lines: ['Programs that use it stop working at once. A revoked key cannot be restored.'],
  confirm: 'Revoke the key',
}

const DAYS: Readonly<Record<(typeof KEY_DAYS)[number], string>> = {
  '30': '30 days',
  '90': '90 days',
  '180': '180 days',
  '365': 'A year',
}

const COLUMNS: Column<Awaited<ReturnType<typeof listKeys>>[number]>[] = [
  column.title('Name', ({ name }) => name),
  column.text('Scopes', ({ scopes }) => scopes.join(', ')),
  column.text('Acts for', ({ ownerName, staffRole }) =>
    staffRole && roleMay(staffRole, 'api-keys') ? ownerName : `${ownerName}, whose role allows no keys now`,
  ),
  column.time('Expires', ({ expiresAt }) => expiresAt),
  column.text('Last used', ({ lastUsedAt }) => (lastUsedAt ? formatDayAndTime(lastUsedAt) : 'Never')),
  column.text(
    'Revoke',
    ({ id, name }) => (
      <PostButton fields={{ id, intent: 'revoke' }} look="line">
        Revoke<VisuallyHidden> the key {name}</VisuallyHidden>
      </PostButton>
    ),
    { place: 'actions', align: 'end', headerHidden: true },
  ),
]

export default function ApiKeys({ loaderData: { keys, scopes, done }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  const { values = {}, key } = answer ?? {}
  const chosen = values.scopes?.split(' ') ?? []
  return (
    <AdminPage>
      <StatusNotice answer={answer ?? done} />
      {key && (
        <AdminSection title="Your new key">
          <div className="record-form">
            <TextField
              label="Copy it now: it is not shown again"
              readOnly
              value={key}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p>Store it where only the program can read it, never in code or in an address.</p>
          </div>
        </AdminSection>
      )}
      <AdminSection title="Create a key">
        <Form key={key} method="post" className="record-form">
          <p>
            A program sends its key in the header <code>X-Api-Key</code> and acts in your name. It may do what
            you choose here, as long as your role allows it. The <Link to="/api/docs">documentation</Link>{' '}
            names the scopes of each address.
          </p>
          <TextField
            {...fieldsOf(answer)('name')}
            label="Program that will use the key"
            required
            maxLength={60}
            autoComplete="off"
          />
          <fieldset>
            <legend className="field-label">Scopes</legend>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                name="scopes"
                value={scope}
                label={scope}
                hint={SCOPE_WORK[scope]}
                defaultChecked={chosen.includes(scope)}
              />
            ))}
          </fieldset>
          <SelectField label="Valid for" name="days" defaultValue={values.days ?? '90'}>
            <Options values={KEY_DAYS} names={DAYS} />
          </SelectField>
          <div className="record-buttons">
            <Button name="intent" value="create">
              Create the key
            </Button>
          </div>
        </Form>
      </AdminSection>
      <TableSection
        title="Keys"
        caption="API keys"
        columns={COLUMNS}
        rows={keys}
        empty={<EmptyList title="No keys" />}
      />
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={API_KEYS} />
    </AdminPage>
  )
}
