import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminSection, StatusNotice, TableSection, UndoBanner } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { MINIMUM_WAGES, PAYOUTS, SETTINGS } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Options, SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { answerForm } from '#app/programme/words/words.server.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import {
  addMinimumWage,
  removeMinimumWage,
  restoreMinimumWage,
  setWageState,
} from '#shop/programme/manage-groups.ts'
import {
  groupStateInput,
  hourlyWage,
  type MinimumWage,
  minimumOn,
  minimumWageInput,
  minimumWords,
  STATES,
} from '#shop/programme/minimum-wage.ts'
import { type GroupState, listGroupStates, listMinimumWages } from '#shop/programme/minimum-wages.read.ts'
import type { Route } from './+types/minimum-wages.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  title: 'Minimum wages',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

/** Notices after an action, by the URL's `done`. */
const DONE = {
  added: 'Minimum wage saved',
  restored: 'Minimum wage restored',
  placed: 'State of the group saved',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, config } = context.get(staffContext)
  const [wages, groups] = await Promise.all([listMinimumWages(db), listGroupStates(db)])
  const params = new URL(request.url).searchParams
  const wageToRemove = params.get('remove')
  const { state: sellerState } = config.seller
  const defaultRate = config.minHourlyRate
  const day = dayOf(now)
  return {
    ...{ wages, defaultRate, sellerState, today: day },
    groups: groups.map((group) => ({
      ...group,
      minimum: minimumWords(minimumOn(wages, { state: group.state ?? sellerState, day, own: defaultRate })),
    })),
    wageToRemove: wages.find(({ id }) => id === wageToRemove) ?? null,
    removedId: params.get('undo'),
    done: doneNotice(request, DONE),
  }
}

const forms = z.discriminatedUnion('intent', [
  minimumWageInput.extend({ intent: z.literal('add') }),
  z.object({ intent: z.enum(['remove', 'restore']), id: z.uuid() }),
  groupStateInput.extend({ intent: z.literal('place') }),
])

/** Adds or removes a wage, or sets the state in which a group works. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  return answerForm(request, forms, {
    make: (form) => changeWages(ctx, form),
    next: (form) =>
      `${MINIMUM_WAGES}?${form.intent === 'remove' ? `undo=${form.id}` : `done=${DONE_BY[form.intent]}`}`,
  })
}

const DONE_BY = { add: 'added', restore: 'restored', place: 'placed' } as const

function changeWages(ctx: StaffCtx, { intent, ...form }: z.infer<typeof forms>) {
  if ('id' in form) return (intent === 'remove' ? removeMinimumWage : restoreMinimumWage)(ctx, form.id)
  return 'groupId' in form ? setWageState(ctx, form) : addMinimumWage(ctx, form)
}

export default function MinimumWages({ loaderData, actionData }: Route.ComponentProps) {
  const { wages, defaultRate, sellerState, today, groups, wageToRemove, removedId, done } = loaderData
  const failed = actionData?.message ? actionData : undefined
  return (
    <AdminPage back={{ to: PAYOUTS, label: 'All payouts' }}>
      <StatusNotice answer={failed ?? (actionData ? undefined : done)} />
      {removedId && !actionData && (
        <UndoBanner
          text="Minimum wage removed."
          action={MINIMUM_WAGES}
          fields={{ intent: 'restore', id: removedId }}
        />
      )}
      <p className="mb-4 max-w-read text-ink-soft">
        What a task pays is compared with the minimum wage of the state in which its group works, from the day
        on which it begins. Until one is entered, the comparison is with {formatPrice(defaultRate)} an hour,{' '}
        <StaffLink to={SETTINGS} className="link">
          “Least pay of an hour’s work” in Settings
        </StaffLink>
        . Enter wages from the state’s notification and have them confirmed; the program contains none.
      </p>
      <AdminSection title="Enter a minimum wage">
        <WageForm
          values={actionData?.values ?? {}}
          problems={actionData?.problems ?? {}}
          sellerState={sellerState}
        />
      </AdminSection>
      <TableSection
        title="Minimum wages by state"
        caption="Minimum wages by state, the newest of each state first"
        columns={wageColumns(today)}
        rows={wages}
        empty={<EmptyList title="No minimum wages yet">The shop’s own setting is used.</EmptyList>}
      />
      <TableSection
        title="Where groups work"
        caption="The state of each group and its minimum today"
        columns={groupColumns(sellerState)}
        rows={groups}
        empty={<EmptyList title="No groups yet" />}
      />
      {wageToRemove && <RemoveWage wage={wageToRemove} />}
    </AdminPage>
  )
}

type WageFormProps = { values: FormValues; problems: Problems; sellerState: string | null }

function WageForm({ values, problems, sellerState }: WageFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'add'
  const field = (name: string, blank = '') => ({
    name,
    defaultValue: values[name] ?? blank,
    errors: problems[name] ? [problems[name]] : null,
    required: true,
  })
  return (
    <Form method="post" action={MINIMUM_WAGES} replace preventScrollReset noValidate className="spend-form">
      <input type="hidden" name="intent" value="add" />
      <SelectField {...field('state', sellerState ?? '')} label="State">
        <option value="">Choose a state</option>
        <Options values={STATES} />
      </SelectField>
      <TextField {...field('dailyAmount')} label="Rupees a day" inputMode="decimal" />
      <TextField {...field('hours', '8')} label="Hours of that day" inputMode="numeric" />
      <TextField {...field('validFrom')} label="In force from" type="date" />
      <TextField
        {...field('source')}
        label="Source"
        hint="The notification with its number or date, and for which work"
        maxLength={300}
      />
      <Button look="line" busy={isBusy}>
        Save the wage
      </Button>
    </Form>
  )
}

const wageColumns = (today: Day): Column<MinimumWage>[] => [
  column.title('State', ({ state }) => state),
  column.state('From', ({ validFrom }) => (
    <>
      {formatDay(startOf(validFrom))} {validFrom > today && <Badge tone="info">Not yet</Badge>}
    </>
  )),
  column.number('A day', ({ dailyAmount, hours }) => `${formatPrice(dailyAmount)} for ${hours} hours`),
  column.figure('An hour', (wage) => formatPrice(hourlyWage(wage))),
  column.text('Source', ({ source }) => source, {
    note: ({ recordedBy }) => `Entered by ${recordedBy ?? 'a closed account'}`,
  }),
  column.actions('Remove', ({ id, state, validFrom }) => (
    <ButtonLink to={`${MINIMUM_WAGES}?remove=${id}`} look="line" size="sm" preventScrollReset>
      Remove
      <VisuallyHidden>
        : {state} from {formatDay(startOf(validFrom))}
      </VisuallyHidden>
    </ButtonLink>
  )),
]

const groupColumns = (sellerState: string | null): Column<GroupState & { minimum: string }>[] => [
  column.title('Group', ({ name }) => name, { note: ({ place }) => place }),
  column.text('Minimum today', ({ minimum }) => minimum),
  column.text(
    'State',
    ({ id, name, state }) => (
      <Form method="post" action={MINIMUM_WAGES} replace preventScrollReset className="form-row">
        <input type="hidden" name="intent" value="place" />
        <input type="hidden" name="groupId" value={id} />
        <SelectField
          label={<VisuallyHidden>State of {name}</VisuallyHidden>}
          name="state"
          defaultValue={state ?? ''}
          key={state}
        >
          <option value="">{sellerState ? `The seller’s: ${sellerState}` : 'Not known'}</option>
          <Options values={STATES} />
        </SelectField>
        <Button look="line" size="sm">
          Save<VisuallyHidden> the state of {name}</VisuallyHidden>
        </Button>
      </Form>
    ),
    { place: 'actions' },
  ),
]

function RemoveWage({ wage: { id, state, validFrom, ...wage } }: { wage: MinimumWage }) {
  return (
    <ConfirmDialog
      title={`Remove ${formatPrice(hourlyWage(wage))} an hour in ${state}?`}
      confirm="Remove the wage"
      closeTo={MINIMUM_WAGES}
      action={MINIMUM_WAGES}
      fields={{ intent: 'remove', id }}
    >
      <p>
        It is in force from {formatDay(startOf(validFrom))}. The previous wage, or the shop’s own setting,
        then applies instead, also in reports about earlier days.
      </p>
    </ConfirmDialog>
  )
}
