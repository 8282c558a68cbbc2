import { Form, useNavigation } from 'react-router'
import { periodPath, spendPath } from '#app/admin/analytics/report-section.tsx'
import { ConflictPanel, type ShownConflict } from '#app/desk/conflict-panel.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import type { Period } from '#shop/analytics/period.ts'
import { SPEND_CHANNEL_NAMES, SPEND_CHANNELS, type SpendKey } from '#shop/analytics/spend.ts'
import { monthName } from '#shop/kernel/day.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'

/** The result of an action of the analytics page; a refused form keeps the typed values. */
export type AnalyticsAnswer =
  | { ok: true; message: string }
  | (Extract<FormAnswer, { ok: false }> & {
      /** The record that the form changes; null for a new one. */
      about: SpendAbout | null
      /** Both versions, when another admin saved in the meantime. */
      conflict?: Omit<ShownConflict, 'reloadTo'>
    })

/** A record of spend that a form changes. `seenAt`: the time of its last change that the form saw, in milliseconds. */
export type SpendAbout = SpendKey & { seenAt: number | null; amount: Money | null }

type Failed = Extract<AnalyticsAnswer, { ok: false }>

type SpendFormProps = {
  today: string
  period: Period
  /** The record that is edited; null in the form for a new one. */
  opened: SpendAbout | null
  answer: AnalyticsAnswer | undefined
}

/** Records what was spent in a month on a channel, or changes what is recorded. */
export function SpendForm({ today, period, opened, answer }: SpendFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'spend'
  const failed = answer && !answer.ok && answer.values.intent === 'spend' ? answer : null
  const about = failed ? failed.about : opened
  const path = periodPath(period)
  return (
    <>
      {failed?.conflict && about && (
        <ConflictPanel conflict={{ ...failed.conflict, reloadTo: spendPath(period, about) }} />
      )}
      <Form
        key={about ? `${about.month} ${about.channel}` : 'new'}
        method="post"
        action={path}
        preventScrollReset
        className="spend-form"
        noValidate
      >
        <input type="hidden" name="intent" value="spend" />
        <input type="hidden" name="seenAt" value={about?.seenAt ?? ''} />
        {about ? <RecordKey about={about} /> : <KeyFields today={today} failed={failed} />}
        <TextField
          label="Amount in rupees"
          name="amount"
          inputMode="decimal"
          required
          defaultValue={
            failed?.values.amount ?? (about?.amount ? toRupees(about.amount).toFixed(2) : undefined)
          }
          errors={errorsOf(failed, 'amount')}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="line" busy={isBusy}>
            {failed?.conflict ? 'Overwrite with mine' : about ? 'Change spend' : 'Record spend'}
          </Button>
          {about && (
            <ButtonLink to={path} look="line" preventScrollReset>
              Cancel
            </ButtonLink>
          )}
        </div>
      </Form>
    </>
  )
}

/** The month and the channel of a record do not change. */
function RecordKey({ about: { month, channel } }: { about: SpendAbout }) {
  return (
    <p className="spend-which">
      <input type="hidden" name="month" value={month.slice(0, 7)} />
      <input type="hidden" name="channel" value={channel} />
      <b>{SPEND_CHANNEL_NAMES[channel]}</b>, {monthName(month)}
    </p>
  )
}

function KeyFields({ today, failed }: { today: string; failed: Failed | null }) {
  const month = today.slice(0, 7)
  return (
    <>
      <TextField
        label="Month"
        type="month"
        name="month"
        max={month}
        required
        defaultValue={failed?.values.month ?? month}
        errors={errorsOf(failed, 'month')}
      />
      <SelectField
        label="Channel"
        name="channel"
        defaultValue={failed?.values.channel ?? SPEND_CHANNELS[0]}
        errors={errorsOf(failed, 'channel')}
      >
        {SPEND_CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {SPEND_CHANNEL_NAMES[channel]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function errorsOf(failed: Failed | null, field: string) {
  const problem = failed?.problems[field]
  return problem ? [problem] : null
}
