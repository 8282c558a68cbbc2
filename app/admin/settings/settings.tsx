import { useEffect, useId } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { FieldControl } from '#app/desk/field-control.tsx'
import { AUDIT, SETTINGS } from '#app/desk/paths.ts'
import { differences, type Texts, textsOf } from '#app/desk/record-texts.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button } from '#app/kit/button.tsx'
import { typedValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { fieldData } from '#shop/field.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { SETTING_FIELDS, SETTING_NAMES, settingField, settingsForm } from '#shop/setting-fields.ts'
import { saveSettings } from '#shop/settings/save-settings.ts'
import { findSettingsSave, readSavedSettings, valuesInForce } from '#shop/settings/settings.read.ts'
import type { Route } from './+types/settings.ts'

export const handle: PageHandle = {
  guard: 'settings',
  tab: { label: 'Settings', icon: moreIcons.slidersHorizontal, group: 'Shop' },
  access: { get: 200, post: 422 },
}

const DONE: Record<string, string> = {
  saved: 'Saved. The shop follows these settings now.',
  unchanged: 'Nothing was changed.',
}

async function savedTexts({ db, config }: StaffCtx) {
  const saved = await readSavedSettings(db)
  return {
    version: saved.version,
    texts: textsOf(SETTING_FIELDS, valuesInForce(config.firstSettings, saved)),
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { version, texts } = await savedTexts(context.get(staffContext))
  const fields = SETTING_NAMES.map((name) => ({
    name,
    part: settingField(name).part,
    field: fieldData(settingField(name)),
  }))
  const parts = Object.entries(Object.groupBy(fields, ({ part }) => part)).map(([title, fields = []]) => ({
    title,
    fields,
  }))
  return { version, texts, parts, done: doneNotice(request, DONE) }
}

/** PostgreSQL's largest integer. */
const MAX_VERSION = 2 ** 31 - 1
const seenForm = z.object({ seen: z.coerce.number('Please reload the page').int().min(0).max(MAX_VERSION) })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, z.intersection(seenForm, settingsForm()))
  if (!fields.ok) return invalid(fields, 'Nothing was saved. Please check the settings that are marked.')
  const { seen, ...values } = fields.value
  const saved = await saveSettings(ctx, { seen, values })
  if (saved.ok) return redirect(`${SETTINGS}?done=${saved.value.isChanged ? 'saved' : 'unchanged'}`, 303)
  const problem = REFUSALS[saved.reason].en
  if (saved.reason === 'seller_incomplete') return refusedBy(saved, form, problem, { [saved.field]: problem })
  if (saved.reason === 'gstin_of_another_state')
    return refusedBy(saved, form, problem, { sellerState: problem })
  if (saved.reason !== 'edit_conflict') return refusedBy(saved, form)
  return conflictAnswer(ctx, typedValues(form))
}

async function conflictAnswer(ctx: StaffCtx, values: Texts) {
  const { version, texts } = await savedTexts(ctx)
  const last = await findSettingsSave(ctx.db, version)
  const conflict = last && {
    recordKind: 'page' as const,
    by: last.savedBy ?? 'Another owner',
    at: last.savedAt,
    rows: differences(SETTING_FIELDS, texts, values),
    reloadTo: SETTINGS,
  }
  const seen = version
  return data({ ok: false as const, message: null, problems: {}, values, conflict, seen }, { status: 409 })
}

type Answer = AdminAnswer & { conflict?: RecordConflict | undefined; seen?: number }

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { version, parts, texts, done } = loaderData
  const answer: Answer | undefined = actionData
  const isBusy = useNavigation().formMethod === 'POST'
  const id = useId()
  useEffect(() => {
    if (!actionData) return
    const field = document.querySelector<HTMLElement>(`[id="${id}"] [aria-invalid="true"]`)
    if (field) field.focus()
    else scrollTo(0, 0)
  }, [actionData, id])
  const { values = texts, problems = {}, conflict, seen = values.seen ?? version } = answer ?? {}
  return (
    <AdminPage>
      <p className="mb-5 max-w-read text-ink-soft">
        Pages, checkout and emails follow these settings right away. Each change is in the{' '}
        <Link to={`${AUDIT}?entity=setting`}>audit log</Link>.
      </p>
      {conflict ? <ConflictPanel conflict={conflict} /> : <StatusNotice answer={answer ?? done} />}
      <Form key={seen} id={id} method="post" replace noValidate className="text-form">
        <UnsavedGuard form={id} isRefused={answer !== undefined} />
        <input type="hidden" name="seen" value={seen} />
        {parts.map(({ title, fields }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {fields.map(({ name, field }) => (
              <FieldControl
                key={name}
                field={field}
                name={name}
                value={values[name] ?? ''}
                problem={problems[name]}
              />
            ))}
          </fieldset>
        ))}
        <div className="text-form-buttons">
          <Button busy={isBusy}>{conflict ? 'Overwrite with mine' : 'Save'}</Button>
        </div>
      </Form>
    </AdminPage>
  )
}
