import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { TEMPLATES } from '#app/programme/coordinator/paths.ts'
import { answerForm, readerFor } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pictureUrl } from '#shop/catalogue/picture.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { archiveTemplate } from '#shop/programme/task-templates.ts'
import { listTemplates } from '#shop/programme/templates.read.ts'
import type { Route } from './+types/templates.ts'

export const handle: PageHandle = {
  words: ['templates'],
  title: null,
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor } = ctx
  const { words } = await readerFor(ctx, request)
  const templates = (await listTemplates(db, scopeOf(actor))).map(({ picture, ...template }) => ({
    ...template,
    pictureSrc: picture && pictureUrl(picture),
  }))
  return { templates, forAllGroups: may(actor, 'programme'), done: doneNotice(request, words.templates.done) }
}

const forms = z.object({ intent: z.enum(['away', 'again']), id: z.string() })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const change = {
    make: ({ intent, id }: z.infer<typeof forms>) =>
      archiveTemplate(ctx, { templateId: id, isArchived: intent === 'away' }),
    next: ({ intent }: z.infer<typeof forms>) => `${TEMPLATES}?done=${intent}`,
  }
  return answerForm(request, forms, change, await readerFor(ctx, request))
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { templates, forAllGroups, done } = loaderData
  const { templates: words, frame } = useWords()
  return (
    <AdminPage
      title={words.title}
      frame={frame.groups}
      actions={
        <ButtonLink to={`${TEMPLATES}/new`} icon="plus">
          {words.add}
        </ButtonLink>
      }
    >
      <StatusNotice answer={actionData ?? done} />
      {templates.length === 0 ? (
        <EmptyList title={words.none}>{words.noneLine}</EmptyList>
      ) : (
        <ul className="coord-list">
          {templates.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              mayChange={forAllGroups || template.groupId !== null}
            />
          ))}
        </ul>
      )}
    </AdminPage>
  )
}

type TemplateRowProps = {
  template: Route.ComponentProps['loaderData']['templates'][number]
  mayChange: boolean
}

function TemplateRow({ template, mayChange }: TemplateRowProps) {
  const { id, unit, payPerUnit, minutesPerUnit, groupName, archivedAt, pictureSrc } = template
  const isBusy = useNavigation().formData?.get('id') === id
  const { templates: words } = useWords()
  const { amount, nameOf } = useFormats()
  const name = nameOf(template)
  const facts = { amount: amount(1, unit), pay: formatPrice(payPerUnit) }
  return (
    <li className="coord-row">
      {pictureSrc && (
        <img src={pictureSrc} alt="" width="64" height="64" loading="lazy" className="template-small" />
      )}
      <div>
        <h2 lang={name.lang}>{name.text}</h2>
        <p className="coord-sub">
          {minutesPerUnit === null
            ? words.facts(facts)
            : words.factsTimed({ ...facts, minutes: minutesPerUnit })}{' '}
          {groupName ?? words.all}
          {archivedAt && `, ${words.archived}`}
        </p>
      </div>
      {mayChange && (
        <Form method="post" className="coord-buttons">
          <input type="hidden" name="id" value={id} />
          {!archivedAt && (
            <Link to={`${TEMPLATES}/${id}`} className="btn btn-line">
              {words.change}
            </Link>
          )}
          <Button look="line" name="intent" value={archivedAt ? 'again' : 'away'} busy={isBusy}>
            {archivedAt ? words.useAgain : words.archive}
          </Button>
        </Form>
      )}
    </li>
  )
}
