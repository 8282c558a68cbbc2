import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/kit/button.tsx'
import { SelectField } from '#app/ui/kit/select-field.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { SPEND_CHANNEL_NAMES, SPEND_CHANNELS } from '#shop/analytics/spend.ts'
import type { AnalyticsAnswer } from './answer.ts'

/** Records what was spent in a month on a channel; what stood there before is replaced. */
export function SpendForm({ today, answer }: { today: string; answer: AnalyticsAnswer | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'spend'
  const failed = answer && !answer.ok ? answer : null
  const errorsOf = (field: string) => (failed?.field === field ? [failed.message] : null)
  const month = today.slice(0, 7)
  return (
    <Form method="post" preventScrollReset className="spend-form" noValidate>
      <input type="hidden" name="intent" value="spend" />
      <TextField
        label="Month"
        type="month"
        name="month"
        max={month}
        required
        defaultValue={failed?.typed.month ?? month}
        errors={errorsOf('month')}
      />
      <SelectField
        label="Channel"
        name="channel"
        defaultValue={failed?.typed.channel ?? SPEND_CHANNELS[0]}
        errors={errorsOf('channel')}
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
        defaultValue={failed?.typed.amount}
        errors={errorsOf('amount')}
      />
      <Button look="line" busy={isBusy}>
        Record spend
      </Button>
    </Form>
  )
}
