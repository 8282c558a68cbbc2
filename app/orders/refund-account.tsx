import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { useForm } from '#app/kit/use-form.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import { accountWords, type RefundAccountHint } from '#shop/payments/refund-account.ts'

const KINDS = [
  { value: 'upi', label: 'To my UPI ID' },
  { value: 'bank', label: 'To my bank account' },
]
const LATER = { value: 'later', label: 'I’ll enter it later, on the order’s page' }

type Field = ReturnType<typeof useForm>['field']

/** The fields of a UPI ID and of a bank account. CSS hides the fields of the choice that is not selected. */
export function AccountFields({
  field,
  canEnterLater = false,
  legend = 'You paid in cash. Where shall we pay a refund?',
  account = null,
}: {
  field: Field
  canEnterLater?: boolean
  legend?: string
  account?: RefundAccountHint | null
}) {
  const currentHint = (ofKind: RefundAccountHint['kind']) =>
    account?.kind === ofKind ? `Currently: ${account.hint}` : undefined
  const kind = field('accountKind')
  return (
    <div className="account-fields">
      <OptionRows
        legend={legend}
        name={kind.name}
        options={canEnterLater ? [...KINDS, LATER] : KINDS}
        defaultValue={kind.defaultValue || 'upi'}
        errors={kind.errors}
        required
      />
      <div className="account-upi">
        <TextField
          {...field('upi')}
          label="UPI ID"
          hint={currentHint('upi') ?? 'For example 9845012345@okicici'}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={151}
        />
      </div>
      <BankFields field={field} hint={currentHint('bank')} />
    </div>
  )
}

function BankFields({ field, hint }: { field: Field; hint: string | undefined }) {
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 30 } as const
  return (
    <div className="account-bank">
      <TextField {...field('holder')} label="Account holder’s name" autoComplete="name" maxLength={100} />
      <TextField {...field('accountNumber')} {...number} label="Account number" hint={hint} />
      <TextField
        {...field('accountNumberAgain')}
        {...number}
        defaultValue=""
        label="Account number, once more"
      />
      <TextField
        {...field('ifsc')}
        label="IFSC"
        hint="11 letters and digits, on your cheque or passbook"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
      />
    </div>
  )
}

type RefundAccountProps = {
  orderId: string
  account: RefundAccountHint | null
  /** False while the request still waits for a decision. */
  isApproved: boolean
  answer: FormAnswer<never> | undefined
}

/** A form for the account to which a refund is paid. It can be changed until the refund is paid. */
export function RefundAccountForm({ orderId, account, isApproved, answer }: RefundAccountProps) {
  const accountAnswer = answer && !answer.ok && answer.values.intent === 'account' ? answer : undefined
  if (!account?.isSaved)
    return (
      <section className="account-panel" aria-labelledby="refund-account">
        <h3 id="refund-account" className="display text-xl">
          {isApproved ? 'Where we pay your refund' : 'Where we’d pay a refund'}
        </h3>
        <Fields orderId={orderId} account={null} answer={accountAnswer} />
      </section>
    )
  return (
    <Disclosure className="account-panel" open={accountAnswer !== undefined}>
      <summary>
        {isApproved
          ? 'Change where we pay your refund'
          : `If we refund you, we pay it to ${accountWords(account)}. Change the account`}
      </summary>
      <Fields orderId={orderId} account={account} answer={accountAnswer} />
    </Disclosure>
  )
}

/** Checks nothing, because this page does not load the schema library. The server checks the fields. */
const check = () => ({})
const isOwn = (form: FormData) => form.get('intent') === 'account'

function Fields({ orderId, account, answer }: Omit<RefundAccountProps, 'isApproved'>) {
  const values = answer && !answer.ok ? answer.values : account ? { accountKind: account.kind } : {}
  const { props, field, isBusy } = useForm({ check, isOwn, problems: problemsOf(answer), values })
  return (
    <Form {...props} method="post" action={orderPath(orderId)} preventScrollReset className="mt-4 grid gap-5">
      <input type="hidden" name="intent" value="account" />
      {answer && !answer.ok && answer.message && <Banner tone="danger">{answer.message}</Banner>}
      <AccountFields field={field} legend="Where shall we pay your refund?" account={account} />
      <p className="text-ink-soft text-sm">
        We keep it encrypted, show it only to the person who pays you, and delete it a week after the payment.
      </p>
      <div>
        <Button busy={isBusy}>Save</Button>
      </div>
    </Form>
  )
}
