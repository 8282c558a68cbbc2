import { Banner } from '#app/kit/banner.tsx'
import { Button, buttonClass } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type OptionRow, OptionRows } from '#app/kit/option-rows.tsx'
import { formatAmount, type Money } from '#shop/kernel/money.ts'

export type SandboxPageProps = {
  amount: Money
  isPaid: boolean
  step: 'choice' | 'challenge'
  /** The one-time password that the sandbox bank accepts. */
  password: string
  /** The address that leads back to the shop with nothing done. */
  back: string
  problem: string | null
}

const OUTCOMES: OptionRow[] = [
  { value: 'success', label: 'Approve', hint: 'The bank accepts the payment right away.' },
  { value: 'challenge', label: '3-D Secure', hint: 'The bank asks for a one-time password first.' },
  { value: 'decline', label: 'Decline', hint: 'The bank refuses the card.' },
  {
    value: 'repeated',
    label: 'Approve, reported three times',
    hint: 'The same webhook reaches the shop three times.',
  },
  { value: 'late', label: 'Approve late', hint: 'The shop learns of it by webhook, 20 seconds from now.' },
  {
    value: 'too-late',
    label: 'Approve too late',
    hint: 'The bank confirms 20 minutes from now, when the shop no longer waits for it.',
  },
]

/** The sandbox in the place of a provider's page. Its forms are plain: a provider's page is no part of the shop's. */
export function SandboxPage({ amount, isPaid, step, password, back, problem }: SandboxPageProps) {
  return (
    <div className="wrap max-w-form pt-8 pb-section">
      <title>Sandbox payment</title>
      <h1 className="display text-3xl">Sandbox payment</h1>
      <Banner tone="warning" title="No money moves." icon="info" live={false} className="mt-5">
        This page replaces a payment provider, and you play the bank. You don’t need a card: please don’t type
        one anywhere.
      </Banner>
      <p className="mt-6 flex items-baseline justify-between gap-4 border-ink border-y-2 py-3 font-bold text-xl">
        To pay <span className="numeric">{formatAmount(amount)}</span>
      </p>
      {problem && (
        <Banner tone="danger" className="mt-5">
          {problem}
        </Banner>
      )}
      <div className="mt-6">
        {isPaid ? (
          <p>This payment has been made.</p>
        ) : step === 'choice' ? (
          <Choice />
        ) : (
          <Challenge {...{ password }} />
        )}
      </div>
      <a href={back} className={buttonClass({ look: 'line', className: 'mt-4' })}>
        Back to the shop
      </a>
    </div>
  )
}

function Choice() {
  return (
    <form method="post" className="grid gap-6">
      <OptionRows legend="What does the bank do?" name="outcome" options={OUTCOMES} defaultValue="success" />
      <Button wide>Continue</Button>
    </form>
  )
}

function Challenge({ password }: { password: string }) {
  return (
    <form method="post" className="grid gap-6">
      <input type="hidden" name="outcome" value="password" />
      <TextField
        label="One-time password"
        name="password"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={`The bank sent ${password}. Anything else is declined.`}
        required
      />
      <Button wide>Confirm</Button>
    </form>
  )
}
