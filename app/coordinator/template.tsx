import { data, Form, redirect, useNavigation } from 'react-router'
import { AdminPage, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { seenAtField } from '#app/admin/kit/confirmation.server.ts'
import { FormField } from '#app/admin/kit/form-field.tsx'
import { blankTexts, textsOf } from '#app/admin/kit/record-texts.ts'
import { TEMPLATES } from '#app/coordinator/paths.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/fields.tsx'
import { type FormValues, type Problems, problemsIn, textOf, typedValues } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { type CoordinatorCtx, coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { type Field, fromText, mapped } from '#shop/field.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import { type SaveTemplateRefusal, saveTemplate } from '#shop/programme/task-templates.ts'
import { TEMPLATE_FIELDS, type TemplatePart, templateInput } from '#shop/programme/template-fields.ts'
import { findTemplate } from '#shop/programme/templates.read.ts'
import { listCoordinated, listGroups } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/template.ts'

export const handle: PageHandle = {
  title: null,
  access: { at: '/coordinator/templates/new', get: 200, post: 422 },
}

const NEW = 'new'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(coordinatorContext)
  const { db, actor, config } = ctx
  const template = params.templateId === NEW ? null : await findKept(ctx, params.templateId)
  const [groups, products] = await Promise.all([
    actor.isAdmin ? listGroups(db) : listCoordinated(db, actor.id),
    namedProducts(db),
  ])
  const asked = new URL(request.url).searchParams.get('group') ?? ''
  const first = actor.isAdmin ? '' : (groups[0]?.id ?? '')
  return {
    isNew: template === null,
    texts: template ? textsOf(TEMPLATE_FIELDS, template) : blankTexts(TEMPLATE_FIELDS),
    groupId: template ? (template.groupId ?? '') : groups.some(({ id }) => id === asked) ? asked : first,
    seenAt: template ? `${template.updatedAt.getTime()}` : '',
    groups,
    products: products.map(({ id, name }) => ({ value: id, label: name })),
    isAdmin: actor.isAdmin,
    least: config.minHourlyRate,
  }
}

/** The template, if the actor keeps it: one of her groups, or for an admin any. */
async function findKept({ db, actor }: CoordinatorCtx, id: string) {
  const template = await findTemplate(db, id)
  if (!template || !coordinatesGroup(actor, template.groupId)) throw data(null, { status: 404 })
  return template
}

type Refused = { message: string; problems: Problems; values: FormValues }

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(coordinatorContext)
  const templateId = params.templateId === NEW ? null : (await findKept(ctx, params.templateId)).id
  const form = await formOf(request)
  const refused = { message: 'The template was not saved.', problems: {}, values: typedValues(form) }
  const texts = mapped(TEMPLATE_FIELDS, (field, name) => fromText(field, textOf(form, name)))
  const input = templateInput.safeParse({ ...texts, groupId: textOf(form, 'groupId') || null })
  if (!input.success) return data<Refused>({ ...refused, problems: problemsIn(input.error.issues) }, 422)
  const seen = seenAtField.safeParse(textOf(form, 'seenAt'))
  const saved = await saveTemplate(ctx, { ...input.data, templateId, seenAt: seen.data ?? null })
  if (saved.ok) return redirect(`${TEMPLATES}?done=saved`, 303)
  const { status, en } = REFUSALS[saved.reason]
  if (status === 403) throw data(null, { status })
  const field = FIELD_OF[saved.reason]
  const answer = field ? { ...refused, problems: { [field]: en } } : { ...refused, message: en }
  return data<Refused>(answer, { status })
}

/** The field that a refusal is about. */
const FIELD_OF: Partial<Record<SaveTemplateRefusal['reason'], string>> = {
  group_not_found: 'groupId',
  product_not_found: 'productId',
  pays_too_little: 'payPerUnit',
}

/** A template in both languages, with the pay for one piece. */
export default function Template({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, groups, products, isAdmin, least, seenAt } = loaderData
  const { problems = {}, values, message } = actionData ?? {}
  const texts = values ?? loaderData.texts
  const isBusy = useNavigation().formMethod === 'POST'
  const fieldsOf = (part: TemplatePart) =>
    Object.entries<Field>(TEMPLATE_FIELDS).map(
      ([name, field]) =>
        field.part === part && (
          <FormField
            key={name}
            {...{ field, name }}
            value={texts[name] ?? ''}
            problem={problems[name]}
            options={field.kind === 'id' ? products : undefined}
          />
        ),
    )
  return (
    <AdminPage title={isNew ? 'New template' : 'Change template'}>
      <StatusNotice answer={message ? { ok: false, message } : undefined} />
      <Form method="post" className="task-form" noValidate>
        <input type="hidden" name="seenAt" value={values?.seenAt ?? seenAt} />
        <SelectField
          label="Group"
          name="groupId"
          defaultValue={values?.groupId ?? loaderData.groupId}
          errors={problems.groupId ? [problems.groupId] : null}
        >
          {isAdmin && <option value="">All groups</option>}
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {fieldsOf('words')}
        <div className="task-form-row">{fieldsOf('amount')}</div>
        <div className="task-form-row">{fieldsOf('pay')}</div>
        <p className="rate-line">
          With the minutes, the pay must come to {formatPrice(least)} an hour or more.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button busy={isBusy}>Save template</Button>
          <ButtonLink to={TEMPLATES} look="line">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
