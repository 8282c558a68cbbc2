import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import {
  FILTERED_LISTS,
  type FilteredListName,
  isFilteredList,
  savedQuery,
} from '#app/desk/filtered-lists.ts'
import { filteredPath, SavedFilters } from '#app/desk/saved-filters.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { fieldsOf, typedValues } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { MAX_FILTER_NAME } from '#shop/filters/filter.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'
import { removeFilter, saveFilter } from '#shop/filters/saved-filters.ts'
import { cleanText, isStorable } from '#shop/kernel/text.ts'
import type { Route } from './+types/filters.ts'

export const handle: PageHandle = {
  guard: 'dashboard',
  title: 'Saved filters',
  access: { at: '/admin/dashboard/filters/orders', get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

/** Loads the admin's saved filters of one list. Lists show them, too; this page also shows a refused form. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, actor } = context.get(staffContext)
  const list = listIn(params)
  return { list, filters: await savedFilters(db, actor.id, list) }
}

function listIn({ list }: { list: string }): FilteredListName {
  if (!isFilteredList(list)) throw data(null, { status: 404 })
  return list
}

const NAME_FIRST = 'Please give the filter a name'

const formsOf = (list: FilteredListName) => {
  // Parameters that the list does not know are dropped.
  const query = z
    .string()
    .max(2000)
    .transform((text) => savedQuery(list, new URLSearchParams(text)))
  return z.discriminatedUnion('intent', [
    z.object({
      intent: z.literal('save'),
      name: z
        .string(NAME_FIRST)
        .overwrite(cleanText)
        .min(1, NAME_FIRST)
        .max(MAX_FILTER_NAME, `Please keep this to ${MAX_FILTER_NAME} characters`)
        .refine(isStorable, 'Please use letters and numbers only'),
      query: query.refine((text) => text !== '', 'Choose filters in the list first'),
      back: query.optional(),
    }),
    z.object({ intent: z.literal('delete'), id: z.uuid(), back: query.optional() }),
  ])
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const list = listIn(params)
  const { form, fields } = await readFormFields(request, formsOf(list))
  if (!fields.ok) return invalid(fields)
  if (fields.value.intent === 'save') return saveNamedFilter(ctx, list, fields.value, form)
  const { id, back = '' } = fields.value
  const removed = await removeFilter(ctx, id)
  if (!removed.ok) return refusedBy(removed, form)
  const undo = removed.value && { unsaved: removed.value.name, 'unsaved-query': removed.value.query }
  return backTo(list, back, undo ?? {})
}

type NewFilter = { name: string; query: string; back?: string | undefined }

async function saveNamedFilter(ctx: StaffCtx, list: FilteredListName, filter: NewFilter, form: FormData) {
  const { name, query, back = query } = filter
  const saved = await saveFilter(ctx, { list, name, query })
  if (saved.ok) return backTo(list, back, { filter: 'saved' })
  if (saved.reason !== 'filter_name_taken') return refusedBy(saved, form)
  const confirmation = requireConfirmation(form, {
    title: `Replace the filter ${name}?`,
    lines: ['You have another filter of this name. It is replaced by the filters of the list now.'],
    confirm: 'Replace filter',
  })
  if (confirmation) return { ok: true, message: null, confirmation, values: typedValues(form) }
  const replaced = await saveFilter(ctx, { list, name, query, replaces: true })
  return replaced.ok ? backTo(list, back, { filter: 'saved' }) : refusedBy(replaced, form)
}

/** Redirects to the list with these filters and a notice. */
function backTo(list: FilteredListName, query: string, done: Record<string, string>) {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(done)) params.set(name, value)
  return redirect(filteredPath(list, params.toString()), 303)
}

export default function Filters({ loaderData, actionData }: Route.ComponentProps) {
  const { list, filters } = loaderData
  const answer: AdminAnswer | undefined = actionData
  const { values = {}, confirmation } = answer ?? {}
  const query = savedQuery(list, new URLSearchParams(values.query ?? ''))
  const { label } = FILTERED_LISTS[list]
  return (
    <AdminPage title={`Saved filters: ${label}`}>
      <div className="mb-4">
        <TextLink to={filteredPath(list, query)}>Back to {label}</TextLink>
      </div>
      <StatusNotice answer={answer} />
      <ConfirmationDialog confirmation={confirmation} closeTo={filteredPath(list, query)} />
      {query !== '' && (
        <Form method="post" className="mb-6 grid max-w-[24rem] gap-3">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="query" value={query} />
          {values.back !== undefined && <input type="hidden" name="back" value={values.back} />}
          <TextField
            {...fieldsOf(answer)('name')}
            label="Name of the filter"
            maxLength={MAX_FILTER_NAME}
            autoComplete="off"
          />
          <div>
            <Button>Save</Button>
          </div>
        </Form>
      )}
      {filters.length > 0 ? (
        <SavedFilters {...{ list, filters }} query="" isSaved={false} removed={null} />
      ) : (
        <p>You have saved no filters of this list. To save one, filter the list: the form is above it.</p>
      )}
    </AdminPage>
  )
}
