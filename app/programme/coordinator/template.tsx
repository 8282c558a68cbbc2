import { data, Form, redirect, useNavigation } from 'react-router'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { seenAtField } from '#app/desk/confirmation.server.ts'
import { FieldControl } from '#app/desk/field-control.tsx'
import { blankTexts, textsOf } from '#app/desk/record-texts.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { type FormValues, type Problems, problemsIn, textOf, typedValues } from '#app/kit/form-fields.ts'
import { TEMPLATES } from '#app/programme/coordinator/paths.ts'
import { problemsInWords, readerFor, refusalIn, templateLabelsIn } from '#app/programme/words/words.server.ts'
import { type TemplateLabels, typeNames, useWords } from '#app/programme/words/words.ts'
import { fileIn, readForm } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pictureUrl } from '#shop/catalogue/picture.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { type Field, fieldData, fromText, mapFields } from '#shop/field.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { saveTemplate, toBase64 } from '#shop/programme/task-templates.ts'
import {
  TEMPLATE_FIELDS,
  type TemplatePart,
  templateInput,
  withoutCopies,
} from '#shop/programme/template-fields.ts'
import { findTemplate } from '#shop/programme/templates.read.ts'
import { listCoordinatedGroups, listGroups } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/template.ts'

export const handle: PageHandle = {
  words: ['template', 'templates', 'types'],
  title: null,
  access: { at: '/coordinator/templates/new', get: 200, post: 422 },
}

const NEW = 'new'
/** The maximum length of a picture's base64 text. */
const MAX_PICTURE_TEXT = 16 * 1024

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor } = ctx
  const template = params.templateId === NEW ? null : await requireTemplate(ctx, params.templateId)
  const { language, words } = await readerFor(ctx, request)
  const [groups, products, minimum] = await Promise.all([
    may(actor, 'programme') ? listGroups(db) : listCoordinatedGroups(db, actor.id),
    namedProducts(db),
    readMinimum(ctx),
  ])
  const groupId = new URL(request.url).searchParams.get('group') ?? ''
  const first = may(actor, 'programme') ? '' : (groups[0]?.id ?? '')
  return {
    isNew: template === null,
    picture: template?.picture ? { ...template.picture, url: pictureUrl(template.picture) } : null,
    texts: template ? textsOf(TEMPLATE_FIELDS, withoutCopies(template)) : blankTexts(TEMPLATE_FIELDS),
    groupId: template ? (template.groupId ?? '') : groups.some(({ id }) => id === groupId) ? groupId : first,
    seenAt: template ? `${template.updatedAt.getTime()}` : '',
    groups,
    products: products.map(({ id, name }) => ({ value: id, label: name })),
    forAllGroups: may(actor, 'programme'),
    minimumHourly: minimum.hourly,
    fields: Object.entries<Field & { part: TemplatePart }>(TEMPLATE_FIELDS).map(([name, field]) => ({
      name,
      part: field.part,
      field: fieldData(labelField(field, name, templateLabelsIn(language), typeNames(words))),
    })),
  }
}

/** Returns a template of the actor's groups, or any template for an admin. */
async function requireTemplate({ db, actor }: StaffCtx, id: string) {
  const template = await findTemplate(db, id)
  if (!template || !coordinatesGroup(actor, template.groupId)) throw data(null, { status: 404 })
  return template
}

type RefusedTemplate = { message: string; problems: Problems; values?: FormValues; asksForLowPay?: boolean }

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const templateId = params.templateId === NEW ? null : (await requireTemplate(ctx, params.templateId)).id
  const form = await readForm(request)
  const { language, words } = await readerFor(ctx, request)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form === 'too_large') {
    // Without `values`, the browser keeps the input, which the server could not read.
    const problems = { picture: refusalIn(language, 'picture_too_large') }
    return data<RefusedTemplate>({ message: words.template.notSaved, problems }, 413)
  }
  const uploaded = await fileIn(form, 'picture')
  const resentPicture = textOf(form, 'keptPicture').slice(0, MAX_PICTURE_TEXT)
  const pending = uploaded ? await toBase64(ctx, uploaded) : resentPicture
  const values = { ...typedValues(form), keptPicture: pending }
  const refused = { message: words.template.notSaved, problems: {}, values }
  const texts = mapFields(TEMPLATE_FIELDS, (field, name) => fromText(field, textOf(form, name)))
  const input = templateInput.safeParse({ ...texts, groupId: textOf(form, 'groupId') || null })
  if (!input.success) {
    const problems = problemsInWords(language, problemsIn(input.error.issues))
    return data<RefusedTemplate>({ ...refused, problems }, 422)
  }
  const seenAt = seenAtField.safeParse(textOf(form, 'seenAt'))
  const saved = await saveTemplate(ctx, {
    ...input.data,
    templateId,
    seenAt: seenAt.data ?? null,
    acceptsLowPay: textOf(form, 'lowPay') === 'accepted',
    picture:
      uploaded ?? (form.has('noPicture') ? 'none' : pending ? Buffer.from(pending, 'base64') : undefined),
  })
  if (saved.ok) return redirect(`${TEMPLATES}?done=saved`, 303)
  const { status } = REFUSALS[saved.reason]
  const message = refusalIn(language, saved.reason)
  if (status === 403) throw data(null, { status })
  const field = FIELD_OF[saved.reason] ?? 'picture'
  const answer = FORM_REFUSALS.has(saved.reason)
    ? { ...refused, message }
    : { ...refused, problems: { [field]: message }, asksForLowPay: saved.reason === 'pays_too_little' }
  return data<RefusedTemplate>(answer, { status })
}

/** The field to which a refusal belongs. Other refusals belong to the picture. */
const FIELD_OF: Partial<Record<RefusalOf<typeof saveTemplate>['reason'], string>> = {
  group_not_found: 'groupId',
  product_not_found: 'productId',
  pays_too_little: 'payPerUnit',
  pay_without_minutes: 'payPerUnit',
}

/** Refusals that concern the whole form. */
const FORM_REFUSALS = new Set<string>(['template_not_found', 'template_changed', 'too_many_templates'])

/** Returns a field with the label and hint in the reader's language. */
function labelField(
  field: Field,
  name: string,
  labels: TemplateLabels | null,
  names: Readonly<Record<string, string>>,
): Field {
  const translation = labels?.[name as keyof TemplateLabels]
  const named = field.names ? { ...field, names } : field
  return translation ? { ...named, hint: undefined, ...translation } : named
}

/** The form of a template, with its name in both languages and the pay for one piece. */
export default function Template({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, picture, groups, products, forAllGroups, minimumHourly, seenAt, fields } = loaderData
  const { template: words, templates: list, frame, cancel, optional, none } = useWords()
  const { problems = {}, values, message, asksForLowPay = false } = actionData ?? {}
  const texts = values ?? loaderData.texts
  const isBusy = useNavigation().formMethod === 'POST'
  const fieldsOf = (part: TemplatePart) =>
    fields
      .filter((field) => field.part === part)
      .map(({ name, field }) => (
        <FieldControl
          key={name}
          field={field}
          name={name}
          words={{ optional, none }}
          value={texts[name] ?? ''}
          problem={problems[name]}
          options={field.kind === 'id' ? products : undefined}
        />
      ))
  return (
    <AdminPage title={isNew ? words.add : words.edit} frame={frame.groups}>
      <StatusNotice answer={message ? { ok: false, message } : undefined} />
      <Form method="post" encType="multipart/form-data" className="task-form" noValidate>
        <input type="hidden" name="seenAt" value={values?.seenAt ?? seenAt} />
        <SelectField
          label={words.group}
          name="groupId"
          defaultValue={values?.groupId ?? loaderData.groupId}
          errors={problems.groupId ? [problems.groupId] : null}
        >
          {forAllGroups && <option value="">{list.all}</option>}
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {fieldsOf('words')}
        <TemplatePicture picture={picture} pending={values?.keptPicture} problem={problems.picture} />
        <div className="task-form-row">{fieldsOf('amount')}</div>
        <div className="task-form-row">{fieldsOf('pay')}</div>
        <p className="rate-line">{words.least({ amount: formatPrice(minimumHourly) })}</p>
        <div className="flex flex-wrap gap-2">
          <Button busy={isBusy}>{words.save}</Button>
          {asksForLowPay && (
            <Button look="line" name="lowPay" value="accepted" busy={isBusy}>
              {words.saveAnyway}
            </Button>
          )}
          <ButtonLink to={TEMPLATES} look="line">
            {cancel}
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}

type TemplatePictureProps = Pick<Route.ComponentProps['loaderData'], 'picture'> & {
  /** The picture chosen before the refusal, in base64. */
  pending: string | undefined
  problem: string | undefined
}

/** Fields that keep, replace or remove the picture that workers see with the task. */
function TemplatePicture({ picture, pending, problem }: TemplatePictureProps) {
  const { template: words, optional } = useWords()
  return (
    <div className="template-picture">
      {pending && (
        <>
          <input type="hidden" name="keptPicture" value={pending} />
          <img src={`data:image/webp;base64,${pending}`} alt={words.chosen} />
        </>
      )}
      {picture && !pending && (
        <img src={picture.url} alt={words.present} width={picture.width} height={picture.height} />
      )}
      <TextField
        type="file"
        label={picture ? words.anotherPicture : words.picture}
        optional={optional}
        name="picture"
        accept="image/*"
        hint={words.pictureHint}
        errors={problem ? [problem] : null}
      />
      {picture && <Checkbox name="noPicture" label={words.noPicture} />}
    </div>
  )
}
