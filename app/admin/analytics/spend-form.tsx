import { Form, useNavigation } from 'react-router'
import { periodPath } from '#app/admin/analytics/report-paths.ts'
import { AdminSection } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type ShownConflict } from '#app/desk/conflict-panel.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import type { Period } from '#shop/analytics/period.ts'
import { SPEND_CHANNEL_NAMES, SPEND_CHANNELS } from '#shop/analytics/spend.ts'

/** Both versions, when another admin saved in the meantime, and the time of the saved one. */
export type SpendConflict = Omit<ShownConflict, 'reloadTo'> & { seenAt: Date | null }

/** The result of an action of a report; a refused form keeps the typed values. */
export type ReportAnswer =
  | { ok: true; message: string }
  | (Extract<FormAnswer, { ok: false }> & { conflict?: SpendConflict })

type SpendFormProps = { today: string; period: Period; answer: ReportAnswer | undefined }

/** Records what was spent in a month on a channel. What is recorded already is overwritten after a look at both. */
export function SpendForm({ today, period, answer }: SpendFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'spend'
  const failed = answer && !answer.ok ? answer : null
  const conflict = failed?.conflict
  const path = periodPath(period, '/spend')
  const errors = (field: string) => (failed?.problems[field] ? [failed.problems[field]] : null)
  return (
    <AdminSection title="Record spend">
      {conflict && <ConflictPanel conflict={{ ...conflict, reloadTo: path }} />}
      <Form method="post" action={path} preventScrollReset className="spend-form" noValidate>
        <input type="hidden" name="intent" value="spend" />
        <input type="hidden" name="seenAt" value={conflict?.seenAt?.getTime() ?? ''} />
        <TextField
          label="Month"
          type="month"
          name="month"
          max={today.slice(0, 7)}
          required
          defaultValue={failed?.values.month ?? today.slice(0, 7)}
          errors={errors('month')}
        />
        <SelectField
          label="Channel"
          name="channel"
          defaultValue={failed?.values.channel ?? SPEND_CHANNELS[0]}
          errors={errors('channel')}
        >
          {SPEND_CHANNELS.map((channel) => (
            <option key={channel} value={channel}>
              {SPEND_CHANNEL_NAMES[channel]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Amount in rupees"
          name="amount"
          inputMode="decimal"
          required
          defaultValue={failed?.values.amount}
          errors={errors('amount')}
        />
        <div>
          <Button look="line" busy={isBusy}>
            {conflict ? 'Overwrite with mine' : 'Record spend'}
          </Button>
        </div>
      </Form>
    </AdminSection>
  )
}
