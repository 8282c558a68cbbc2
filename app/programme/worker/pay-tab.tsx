import { type ReactNode, useId } from 'react'
import { Form } from 'react-router'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { RESET_PASSWORD_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { HELP_PATH } from '#app/programme/offline/send-questions.ts'
import { useDay, useMonth, useWords, type Words } from '#app/programme/words/words.ts'
import { Answer, Go, GoLink, Nothing } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { SecretInput } from '#app/programme/worker/kit/secret-input.tsx'
import { startOf } from '#shop/kernel/day.ts'
import { add, formatPrice } from '#shop/kernel/money.ts'
import type { Route } from './+types/dashboard.ts'

type PayTabProps = NonNullable<Route.ComponentProps['loaderData']['pay']>
type ShownPayment = PayTabProps['payments'][number]
type ShownUpi = NonNullable<PayTabProps['upi']>

type PayFormProps = { intent: string; className?: string; children: ReactNode }

/** A form of this tab that keeps the scroll position. */
function PayForm({ intent, className, children }: PayFormProps) {
  return (
    <Form method="post" action={`${WORKER_HOME}?tab=pay`} className={className} noValidate preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  )
}

type PayNow = NonNullable<Route.ComponentProps['loaderData']['payNow']>
/** The values of a form that was refused, and the form's name. */
type Typed = { to?: string; upiId?: string; phone?: string; confirmedPhone?: string; question?: string }
type TabProps = PayTabProps & { typed: Typed | undefined }

export function PayTab({ now, paid, payments, questions, months, me, upi, typed }: TabProps) {
  const words = useWords()
  const facts = usePayFacts(now)
  const all: Fact[] = [
    ...facts,
    { icon: 'circle-check', name: words.work.paidSoFar, value: formatPrice(paid) },
  ]
  return (
    <>
      <section className="panel">
        <div className="task-head">
          <img src="/illustrations/work-pay.svg" alt="" width="56" height="56" />
          <h2>{words.work.pay}</h2>
          <SayButton text={spokenFacts(all)} />
        </div>
        <Facts facts={all} />
        <p className="soft">{words.wages.countsWhenApproved}</p>
      </section>
      <section className="panel">
        <h2>{words.wages.payments}</h2>
        {payments.length === 0 && <Nothing title={words.wages.noPayments} />}
        <ul className="payments">
          {payments.map((payment) => (
            <Payment key={payment.id} {...{ payment, typed }} questionCount={questions.length} />
          ))}
        </ul>
      </section>
      <Questions questions={questions} />
      {months.length > 0 && <Statements months={months} />}
      {upi && <Upi {...upi} typed={typed?.upiId} />}
      {me && <AboutMe me={me} proof={upi?.proof ?? null} typed={typed} />}
    </>
  )
}

/** Shows this week's earnings and the owed pay on the overview. */
export function PayNowPanel({ now }: { now: PayNow }) {
  const words = useWords()
  const facts = usePayFacts(now)
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.work.pay}</h2>
        <SayButton text={[words.work.pay, ...spokenFacts(facts)]} />
      </div>
      <Facts facts={facts} />
    </section>
  )
}

export type Fact = { icon: IconName; name: string; value: string }

/** Returns the week's earnings, the owed pay and its two parts. */
function usePayFacts({ week, earnedThisWeek, notInPayout, inPayout }: PayNow): Fact[] {
  const owed = add(notInPayout, inPayout)
  const words = useWords()
  const day = useDay()
  const parts: Fact[] = [
    { icon: 'circle-check', name: words.work.notInPayout, value: formatPrice(notInPayout) },
    { icon: phoneIcons.indianRupee, name: words.work.inPayout, value: formatPrice(inPayout) },
  ]
  return [
    {
      icon: phoneIcons.calendar,
      name: words.work.weekEarnings({ from: day(startOf(week.from)), to: day(startOf(week.to)) }),
      value: formatPrice(earnedThisWeek),
    },
    { icon: 'clock', name: words.work.owed, value: formatPrice(owed) },
    ...(owed > 0 ? parts : []),
  ]
}

export function spokenFacts(facts: readonly Fact[]): string[] {
  return facts.map(({ name, value }) => `${name}: ${value}`)
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ icon, name, value }) => (
        <div key={name}>
          <dt>
            <Icon name={icon} />
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const PAY_ICONS: Record<ShownPayment['state'], IconName> = {
  waiting: 'clock',
  paid: 'circle-check',
  returned: 'rotate-ccw',
}

type PaymentProps = Omit<AskProps, 'payoutLineId'> & { payment: ShownPayment }

function Payment({ payment, questionCount, typed }: PaymentProps) {
  const words = useWords()
  const day = useDay()
  const { id, number, amount, state, paidAt, reference, isConfirmed } = payment
  const states = {
    waiting: words.wages.waiting,
    paid: paidAt ? words.wages.paidOn({ day: day(paidAt) }) : words.wages.waiting,
    returned: words.wages.returnedPay,
  }
  return (
    <li>
      <div className="payment-what">
        <span className="task-icon" data-state={state}>
          <Icon name={PAY_ICONS[state]} />
        </span>
        <p>
          <b>{words.wages.paymentOf({ number })}</b>
          <b className="payment-amount">{formatPrice(amount)}</b>
        </p>
        <SayButton text={[words.wages.paymentOf({ number }), formatPrice(amount), states[state]]} />
      </div>
      <p className="soft">
        {states[state]}
        {reference && ` · ${words.wages.reference({ text: reference })}`}
      </p>
      {state === 'paid' && isConfirmed && (
        <p className="good">
          <Icon name="circle-check" />
          {words.wages.confirmed}
        </p>
      )}
      {state === 'paid' && !isConfirmed && (
        <PayForm intent="confirm">
          <input type="hidden" name="id" value={id} />
          <Go icon="check">{words.wages.iHaveIt}</Go>
        </PayForm>
      )}
      <Answer to={`confirm ${id}`} />
      <Ask {...{ questionCount, typed }} payoutLineId={id} />
    </li>
  )
}

type AskProps = { questionCount: number; payoutLineId: string; typed: Typed | undefined }

/** A form for a question. After a question is sent, `questionCount` increases, which closes and empties the form. */
function Ask({ questionCount, payoutLineId, typed }: AskProps) {
  const words = useWords()
  const target = `ask ${payoutLineId}`
  const refused = typed?.to === target ? typed : undefined
  return (
    <>
      <Disclosure key={questionCount} className="ask" open={refused ? true : undefined}>
        <summary className="go alt">
          <Icon name={phoneIcons.circleHelp} />
          {words.wages.ask}
        </summary>
        <PayForm intent="ask">
          <input type="hidden" name="payoutLineId" value={payoutLineId} />
          <label className="worker-field">
            <span>{words.wages.question}</span>
            <textarea name="question" rows={3} maxLength={1000} required defaultValue={refused?.question} />
          </label>
          <Go icon={phoneIcons.send}>{words.wages.sendQuestion}</Go>
        </PayForm>
      </Disclosure>
      <Answer to={target} />
    </>
  )
}

function Questions({ questions }: Pick<TabProps, 'questions'>) {
  const words = useWords()
  const answerText = ({ answer }: PayTabProps['questions'][number]) =>
    answer ? words.wages.answer({ text: answer }) : words.wages.noAnswer
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.wages.questions}</h2>
        <SayButton text={questions.flatMap((question) => [question.question, answerText(question)])} />
      </div>
      <ul className="payments">
        {questions.map((question) => (
          <li key={question.id}>
            <p>{question.question}</p>
            <p className="soft with-sign">
              <Icon name={question.answer ? 'check' : 'clock'} />
              {answerText(question)}
            </p>
          </li>
        ))}
      </ul>
      <GoLink to={HELP_PATH} icon={phoneIcons.circleHelp} look="alt">
        {words.wages.ask}
      </GoLink>
    </section>
  )
}

function Statements({ months }: Pick<PayTabProps, 'months'>) {
  const words = useWords()
  const month = useMonth()
  return (
    <section className="panel">
      <h2>{words.wages.statement}</h2>
      <ul className="payments">
        {months.map(({ at, key }) => (
          <li key={key}>
            <a className="go alt" href={`${WORKER_HOME}/statements/${key}`}>
              <Icon name={phoneIcons.receiptText} />
              {words.wages.statementOf({ month: month(at) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Upi({ upiId, isUpiCorrupt, change, waits, proof, typed }: ShownUpi & { typed: string | undefined }) {
  const words = useWords()
  const none = isUpiCorrupt ? words.wages.upiUnread : words.wages.upiNone
  const currentText = upiId ? words.wages.upiNow({ upi: upiId }) : none
  const later =
    change && changeText(words, change) + (upiId && change.upiId ? ` ${words.wages.upiUntil}` : '')
  return (
    <section className="panel">
      <div className="task-head">
        <h2 className="with-sign">
          <Icon name={phoneIcons.indianRupee} />
          {words.wages.upi}
        </h2>
        <SayButton
          text={[
            words.wages.upi,
            currentText,
            ...(later ? [later, words.wages.upiNotYou] : []),
            ...(waits ? [words.wages.upiWhy] : []),
          ]}
        />
      </div>
      <p className="upi-now">{currentText}</p>
      {later && (
        <div className="upi-later">
          <p className="with-sign">
            <Icon name="clock" />
            {later}
          </p>
          <p>{words.wages.upiNotYou}</p>
          <PayForm intent="stop-upi">
            <Go icon="x" look="alt">
              {words.wages.upiStop}
            </Go>
          </PayForm>
        </div>
      )}
      <Answer to="stop-upi" />
      {proof ? <UpiForm {...{ upiId, isUpiCorrupt, change, waits, proof, typed }} /> : <NoPassword />}
      <Answer to="upi" />
    </section>
  )
}

function changeText(words: Words, { upiId, from: time }: NonNullable<ShownUpi['change']>): string {
  return upiId ? words.wages.upiLater({ time, upi: upiId }) : words.wages.upiGone({ time })
}

/** A form for the UPI ID. It closes after saving, and stays open with the typed values after a refusal. */
function UpiForm({ upiId, change, waits, proof, typed }: ShownUpi & { typed: string | undefined }) {
  const words = useWords()
  return (
    <Disclosure key={`${upiId} ${change?.upiId}`} className="ask" open={typed !== undefined}>
      <summary className="go alt">
        <Icon name={phoneIcons.indianRupee} />
        {upiId || change ? words.wages.upiChange : words.wages.upiAdd}
      </summary>
      <PayForm intent="upi">
        <label className="worker-field">
          <span>{words.wages.upiNew}</span>
          <input
            name="upiId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed}
          />
        </label>
        {proof && <Proof proof={proof} isRequired />}
        {waits && <p className="soft">{words.wages.upiWhy}</p>}
        <Go icon="check">{words.wages.save}</Go>
      </PayForm>
    </Disclosure>
  )
}

const proofName = (words: Words, proof: 'pin' | 'password') =>
  proof === 'pin' ? words.wages.pin : words.wages.password

function Proof({ proof, isRequired }: { proof: 'pin' | 'password'; isRequired?: boolean }) {
  const words = useWords()
  const id = useId()
  return (
    <div className="worker-field">
      <label htmlFor={id} className="with-sign">
        <Icon name="lock" />
        {proofName(words, proof)}
      </label>
      <SecretInput
        id={id}
        name="proof"
        inputMode={proof === 'pin' ? 'numeric' : undefined}
        autoComplete="current-password"
        maxLength={proof === 'pin' ? 6 : 200}
        required={isRequired}
      />
    </div>
  )
}

function NoPassword() {
  const words = useWords()
  return (
    <p>
      {words.wages.noPassword}{' '}
      <a href={RESET_PASSWORD_PATH} className="link">
        {words.wages.choosePassword}
      </a>
    </p>
  )
}

type AboutMeProps = Pick<ShownUpi, 'proof'> & {
  me: NonNullable<PayTabProps['me']>
  typed: Typed | undefined
}

function AboutMe({ me, proof, typed }: AboutMeProps) {
  const words = useWords()
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.wages.me}</h2>
        <SayButton
          text={[
            words.wages.me,
            words.wages.phone,
            ...(proof ? [proofName(words, proof), words.wages.phoneWhy] : []),
          ]}
        />
      </div>
      <PayForm intent="profile" className="about-me">
        {typed?.confirmedPhone && <input type="hidden" name="confirmedPhone" value={typed.confirmedPhone} />}
        <label className="worker-field">
          <span className="with-sign">
            <Icon name="phone" />
            {words.wages.phone}
          </span>
          <input
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={typed?.phone ?? me.phone}
            readOnly={!proof}
          />
        </label>
        {proof && (
          <div key={me.phone}>
            <Proof proof={proof} />
            <p className="soft">{words.wages.phoneWhy}</p>
          </div>
        )}
        <div className="task-head">
          <label className="worker-check">
            <input type="checkbox" name="madeByConsent" defaultChecked={me.madeByConsent} />
            <span>{words.wages.consent}</span>
          </label>
          <SayButton text={words.wages.consent} />
        </div>
        <Go icon="check">{words.wages.save}</Go>
        <Answer to="profile" />
      </PayForm>
    </section>
  )
}
