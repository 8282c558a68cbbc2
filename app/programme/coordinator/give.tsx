import { randomUUID } from 'node:crypto'
import { data, Form } from 'react-router'
import { z } from 'zod'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type Problems, problemsIn, textOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { giveCounts } from '#app/programme/coordinator/counts.server.ts'
import { CountsForm } from '#app/programme/coordinator/counts-form.tsx'
import { groupPath, TEMPLATES } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { problemsInWords, readerFor } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { typedNumber } from '#shop/field.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { handOutTask } from '#shop/programme/give-tasks.ts'
import { handOutInput, shareInput } from '#shop/programme/input.ts'
import { evenShares } from '#shop/programme/template-fields.ts'
import { findTemplate, listTemplates } from '#shop/programme/templates.read.ts'
import { listWorkers } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/give.ts'

export const handle: PageHandle = {
  words: ['give', 'group', 'counts'],
  title: null,
  access: { at: '/coordinator/groups/{group}/give', get: 200, post: 422 },
}

const PREFIX = 'share-'
const NONE: Problems = {}
const countForm = z.object({ count: typedNumber(shareInput) })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const group = await groupOf(ctx, params.groupId)
  const query = new URL(request.url).searchParams
  const today = dayOf(ctx.now)
  const base = { group, firstDay: addDays(today, 1), deadline: addDays(today, 7) }
  const templateId = query.get('template')
  if (templateId === null) {
    const usable = (await listTemplates(ctx.db, [group.id])).filter(({ archivedAt }) => !archivedAt)
    return { ...base, templates: usable, template: null, members: [], count: '', wrong: NONE, batchId: '' }
  }
  const [template, members] = await Promise.all([
    findTemplate(ctx.db, templateId),
    listWorkers(ctx.db, 200, [group.id]),
  ])
  const isUsable = template && !template.archivedAt && (template.groupId ?? group.id) === group.id
  if (!isUsable) throw data(null, { status: 404 })
  const count = query.get('count') ?? ''
  const total = countForm.safeParse({ count: cleanValue(count) || '0' })
  const shares = evenShares(total.data?.count ?? 0, members.length)
  const { language } = await readerFor(ctx, request)
  const wrong: Problems = total.success ? NONE : problemsInWords(language, problemsIn(total.error.issues))
  const rows = members.map(({ userId, fullName, place }, at) => ({
    ...{ userId, fullName, place },
    share: shares[at] ? `${shares[at]}` : '',
  }))
  return { ...base, templates: [], template, members: rows, count, wrong, batchId: randomUUID() }
}

export const action = (args: Route.ActionArgs) =>
  giveCounts(args, {
    prefix: PREFIX,
    schema: handOutInput,
    fields: (counts, form) => ({
      templateId: textOf(form, 'templateId'),
      shares: counts.map(({ id, quantity }) => ({ userId: id, quantity })),
    }),
    give: handOutTask,
  })

export default function Give({ loaderData, actionData }: Route.ComponentProps) {
  const { group, templates, template, members, count, wrong, batchId, firstDay, deadline } = loaderData
  const { problems = {}, values, message, asksAgain = false } = actionData ?? {}
  const { give: words, group: groupWords, frame } = useWords()
  const { taskName, amount } = useFormats()
  if (!template) {
    return (
      <AdminPage title={words.title({ group: group.name })} frame={frame.groups}>
        <StatusNotice answer={message ? { ok: false, message } : undefined} />
        <TemplateChoice groupId={group.id} templates={templates} />
      </AdminPage>
    )
  }
  return (
    <AdminPage title={`${taskName(template)}: ${group.name}`} frame={frame.groups}>
      <StatusNotice answer={message ? { ok: false, message } : undefined} />
      {members.length === 0 ? (
        <EmptyList title={groupWords.noMembers}>{groupWords.noMembersLine}</EmptyList>
      ) : (
        <div className="coord-stack">
          <Form method="get" className="coord-count">
            <input type="hidden" name="template" value={template.id} />
            <TextField
              label={words.howMany}
              hint={words.forOne({ amount: amount(1, template.unit), pay: formatPrice(template.payPerUnit) })}
              name="count"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={count}
              errors={wrong.count ? [wrong.count] : null}
            />
            <Button look="line">{words.share}</Button>
          </Form>
          <CountsForm
            // A new count resets the form to new shares.
            key={count}
            rows={members.map(({ userId, fullName, place, share }) => ({
              name: `${PREFIX}${userId}`,
              label: fullName,
              hint: place,
              value: values?.[`${PREFIX}${userId}`] ?? share,
              price: { paymentAmount: template.payPerUnit, quantity: 1 },
            }))}
            fields={{ templateId: template.id, batchId: values?.batchId ?? batchId }}
            deadline={values?.deadline ?? deadline}
            {...{ firstDay, problems, asksAgain }}
            unit={template.unit}
          >
            <Link to={`${groupPath(group.id)}/give`} className="link">
              {words.another}
            </Link>
          </CountsForm>
        </div>
      )}
    </AdminPage>
  )
}

type Choice = Pick<Route.ComponentProps['loaderData'], 'templates'> & { groupId: string }

function TemplateChoice({ groupId, templates }: Choice) {
  const { give: words } = useWords()
  const { amount, nameOf } = useFormats()
  return (
    <div className="grid gap-4">
      {templates.length === 0 ? (
        <EmptyList title={words.noTemplates}>{words.noTemplatesLine}</EmptyList>
      ) : (
        <ul className="coord-list">
          {templates.map((template) => (
            <li key={template.id}>
              <Link to={`${groupPath(groupId)}/give?template=${template.id}`}>
                <b lang={nameOf(template).lang}>{nameOf(template).text}</b>
                <span className="coord-sub block">
                  {words.forOne({ amount: amount(1, template.unit), pay: formatPrice(template.payPerUnit) })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={`${TEMPLATES}/new?group=${groupId}`} look="line" className="justify-self-start">
        {words.newTemplate}
      </ButtonLink>
    </div>
  )
}
