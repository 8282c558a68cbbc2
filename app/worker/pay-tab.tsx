import { Form } from 'react-router'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { Unfolding } from '#app/kit/unfolding.tsx'
import { useDay, useMonth, useWords } from '#app/worker/language.ts'
import { CALENDAR_PICTURE } from '#app/worker/paths.ts'
import { SayButton } from '#app/worker/say-button.tsx'
import { startOf } from '#shop/kernel/day.ts'
import { add, formatPrice, type Money } from '#shop/kernel/money.ts'
import type { PayNow } from '#shop/programme/pay.ts'

export type ShownPayment = {
  id: string
  number: number
  amount: Money
  state: 'waiting' | 'paid' | 'returned'
  paidAt: Date | null
  reference: string | null
  isConfirmed: boolean
}

export type ShownQuestion = { id: string; question: string; answer: string | null }

export type PayTabProps = {
  now: PayNow
  paid: Money
  payments: ShownPayment[]
  questions: ShownQuestion[]
  /** The months that have a statement, newest first: their first moment, and their name in addresses. */
  months: { at: Date; key: string }[]
  me: { phone: string; upiId: string; madeByConsent: boolean } | null
}

/** Amounts owed and paid, and the form for questions. */
export function PayTab({ now, paid, payments, questions, months, me }: PayTabProps) {
  const words = useWords()
  const facts = usePayFacts(now)
  const all = [...facts, { name: words.paidSoFar, amount: paid }]
  return (
    <>
      <section className="panel">
        <div className="task-head">
          <img src="/illustrations/work-pay.svg" alt="" width="56" height="56" />
          <h2>{words.pay}</h2>
          <SayButton text={spokenFacts(all)} />
        </div>
        <Facts facts={all} />
        <p className="soft">{words.countsWhenApproved}</p>
      </section>
      <section className="panel">
        <h2>{words.payments}</h2>
        {payments.length === 0 && <EmptyList picture={CALENDAR_PICTURE} title={words.noPayments} />}
        <ul className="payments">
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} asked={questions.length} />
          ))}
        </ul>
      </section>
      {questions.length > 0 && <Questions questions={questions} />}
      {months.length > 0 && <Statements months={months} />}
      {me && <AboutMe me={me} />}
    </>
  )
}

/** What she earned this week and what is on its way, on the first screen. */
export function PayNowPanel({ now }: { now: PayNow }) {
  const words = useWords()
  const facts = usePayFacts(now)
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.pay}</h2>
        <SayButton text={spokenFacts(facts)} />
      </div>
      <Facts facts={facts} />
    </section>
  )
}

type Fact = { name: string; amount: Money }

/** The week's earnings, what is owed, and the two parts of that. */
function usePayFacts({ week, earnedThisWeek, notInPayout, inPayout }: PayNow): Fact[] {
  const owed = add(notInPayout, inPayout)
  const words = useWords()
  const day = useDay()
  return [
    {
      name: words.weekEarnings({ from: day(startOf(week.from)), to: day(startOf(week.to)) }),
      amount: earnedThisWeek,
    },
    { name: words.owed, amount: owed },
    ...(owed > 0
      ? [
          { name: words.notInPayout, amount: notInPayout },
          { name: words.inPayout, amount: inPayout },
        ]
      : []),
  ]
}

function spokenFacts(facts: readonly Fact[]): string {
  return facts.map(({ name, amount }) => `${name}: ${formatPrice(amount)}`).join('. ')
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatPrice(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `asked`: the number of questions so far; when it grows the form closes and is emptied. */
function Payment({ payment, asked }: { payment: ShownPayment; asked: number }) {
  const words = useWords()
  const day = useDay()
  const { id, number, amount, state, paidAt, reference, isConfirmed } = payment
  const states = {
    waiting: words.waiting,
    paid: paidAt ? words.paidOn({ day: day(paidAt) }) : words.waiting,
    returned: words.returnedPay,
  }
  return (
    <li>
      <p className="payment-what">
        <b>{words.paymentOf({ number })}</b>
        <b>{formatPrice(amount)}</b>
      </p>
      <p className="soft">
        {states[state]}
        {reference && ` · ${words.reference({ text: reference })}`}
      </p>
      {state === 'paid' && isConfirmed && <p className="good">{words.confirmed}</p>}
      {state === 'paid' && !isConfirmed && (
        <Form method="post" action={`${WORKER_HOME}?tab=pay`} preventScrollReset>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="go">
            {words.iHaveIt}
          </button>
        </Form>
      )}
      <Unfolding key={asked} className="ask">
        <summary className="go alt">{words.ask}</summary>
        <Form method="post" action={`${WORKER_HOME}?tab=pay`} preventScrollReset>
          <input type="hidden" name="intent" value="ask" />
          <input type="hidden" name="payoutLineId" value={id} />
          <label className="worker-field">
            <span>{words.question}</span>
            <textarea name="question" rows={3} maxLength={1000} required />
          </label>
          <button type="submit" className="go">
            {words.sendQuestion}
          </button>
        </Form>
      </Unfolding>
    </li>
  )
}

function Questions({ questions }: Pick<PayTabProps, 'questions'>) {
  const words = useWords()
  return (
    <section className="panel">
      <h2>{words.questions}</h2>
      <ul className="payments">
        {questions.map(({ id, question, answer }) => (
          <li key={id}>
            <p>{question}</p>
            <p className="soft">{answer ? words.answer({ text: answer }) : words.noAnswer}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Statements({ months }: Pick<PayTabProps, 'months'>) {
  const words = useWords()
  const month = useMonth()
  return (
    <section className="panel">
      <h2>{words.statement}</h2>
      <ul className="payments">
        {months.map(({ at, key }) => (
          <li key={key}>
            <a className="go alt" href={`${WORKER_HOME}/statements/${key}`}>
              {words.statementOf({ month: month(at) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AboutMe({ me }: { me: NonNullable<PayTabProps['me']> }) {
  const words = useWords()
  return (
    <section className="panel">
      <h2>{words.me}</h2>
      <Form method="post" action={`${WORKER_HOME}?tab=pay`} className="about-me" preventScrollReset>
        <input type="hidden" name="intent" value="profile" />
        <label className="worker-field">
          <span>{words.phone}</span>
          <input name="phone" type="tel" inputMode="tel" autoComplete="tel" defaultValue={me.phone} />
        </label>
        <label className="worker-field">
          <span>{words.upi}</span>
          <input
            name="upiId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={me.upiId}
          />
        </label>
        <label className="worker-check">
          <input type="checkbox" name="madeByConsent" defaultChecked={me.madeByConsent} />
          <span>{words.consent}</span>
        </label>
        <button type="submit" className="go">
          {words.save}
        </button>
      </Form>
    </section>
  )
}
