import { type FormEvent, useState } from 'react'
import { data, Form, redirect, useSearchParams, useSubmit } from 'react-router'
import { z } from 'zod'
import { readFields } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { queueQuestion } from '#app/programme/offline/offline-client.ts'
import { HELP_PATH } from '#app/programme/offline/send-questions.ts'
import type { StorageProblem } from '#app/programme/offline/store-or-send.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { goesToQueue } from '#app/programme/offline/waiting.ts'
import { useWords } from '#app/programme/words/words.ts'
import { Go, Notice } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { WaitingList } from '#app/programme/worker/waiting-list.tsx'
import { formOf } from '#app/request/form.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { payQuestionInput } from '#shop/programme/input.ts'
import { askAboutPay } from '#shop/programme/pay-questions.ts'
import { type Contact, findWorker, listCoordinatorsOf } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/help.ts'

export const handle: PageHandle = {
  title: null,
  words: ['help', 'queue'],
  access: { get: 200, post: 422 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, actor, config } = context.get(workerContext)
  const groupId = (await findWorker(db, actor.id))?.group?.id
  const coordinators = groupId ? await listCoordinatorsOf(db, groupId) : []
  const shop = { name: config.brand, phone: config.seller.phone }
  const contacts = coordinators.some(({ phone }) => phone !== null) ? coordinators : [...coordinators, shop]
  return { ownerId: actor.id, contacts: contacts.map(toShown) }
}

/** Adds the number in international form, if it is an Indian mobile number. */
function toShown(contact: Contact) {
  const mobile = contact.phone && indianMobile(contact.phone)
  return { ...contact, whatsApp: mobile && `91${mobile}` }
}

const form = z.object({
  /** The owner of a question from a phone's queue. In the meantime another person may have signed in. */
  ownerId: z.string().optional(),
  ...payQuestionInput.shape,
})

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await formOf(request)
  const refuse = (problem: 'question' | 'many' | 'failed', status: number) =>
    data({ problem, question: `${typed.get('question') ?? ''}` }, { status })
  const fields = readFields(form, typed)
  if (!fields.ok) return refuse('question', 422)
  const { ownerId, ...question } = fields.value
  const ctx = context.get(workerContext)
  if (ownerId !== undefined && ownerId !== ctx.actor.id) return refuse('failed', 401)
  const result = await askAboutPay(ctx, question)
  if (result.ok) return redirect(`${HELP_PATH}?sent`, 303)
  return refuse(result.reason === 'too_many_questions' ? 'many' : 'failed', REFUSALS[result.reason].status)
}

/** A form for questions. Without a network the question goes to the phone's queue. */
export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const { contacts, ownerId } = loaderData
  const { help: words, screens } = useWords()
  return (
    <>
      <title>{screens.help}</title>
      <section className="panel">
        <div className="task-head">
          <h2>{words.coordinator}</h2>
          <SayButton
            text={[words.coordinator, ...contacts.map(({ name, phone }) => `${name}: ${phone ?? ''}`)]}
          />
        </div>
        {contacts.map((contact) => (
          <ContactLinks key={`${contact.name} ${contact.phone}`} {...contact} />
        ))}
      </section>
      <Question ownerId={ownerId} answer={actionData} />
      <WaitingList refused />
      <WaitingList />
    </>
  )
}

function ContactLinks({ name, phone, whatsApp }: ReturnType<typeof toShown>) {
  const { help: words } = useWords()
  return (
    <>
      <p>
        <b>{name}</b>
        {phone && ` · ${phone}`}
      </p>
      {phone && (
        <a className="go" href={`tel:${phone}`}>
          <Icon name="phone" />
          {words.call}
        </a>
      )}
      {whatsApp && (
        <a className="go alt" href={`https://wa.me/${whatsApp}`} target="_blank" rel="noreferrer">
          <Icon name={phoneIcons.send} />
          {words.whatsApp}
        </a>
      )}
    </>
  )
}

type QuestionProps = { ownerId: string; answer: Route.ComponentProps['actionData'] }

function Question({ ownerId, answer }: QuestionProps) {
  const { help: words, screens } = useWords()
  const submit = useSubmit()
  const { questions, sentQuestions } = usePhone()
  const isSent = useSearchParams()[0].has('sent')
  const [queued, setQueued] = useState<string | null>(null)
  const [problem, setProblem] = useState<StorageProblem | 'question' | null>(null)
  const sendQuestion = (event: FormEvent<HTMLFormElement>) => {
    const typed = event.currentTarget
    const text = `${new FormData(typed).get('question') ?? ''}`.trim()
    if (!goesToQueue()) return
    event.preventDefault()
    if (text === '') return setProblem('question')
    const id = crypto.randomUUID()
    void queueQuestion({ id, ownerId, text }, () => void submit(typed)).then((failure) => {
      setProblem(failure)
      if (failure) return
      setQueued(id)
      typed.reset()
    })
  }
  const hasArrived = queued ? sentQuestions.includes(queued) : isSent && !answer
  const isWaiting =
    !hasArrived && questions.some(({ workLogId, refused }) => workLogId === queued && !refused)
  useAnswerFocus(problem ?? (queued && `${queued} ${isWaiting}`))
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.ask}</h2>
        <SayButton text={[words.ask, words.line]} />
      </div>
      <Form method="post" action={HELP_PATH} onSubmit={sendQuestion} className="about-me" noValidate>
        <label className="worker-field">
          <span>{words.line}</span>
          <textarea name="question" rows={4} maxLength={1000} required defaultValue={answer?.question} />
        </label>
        <Go icon={phoneIcons.send}>{words.send}</Go>
      </Form>
      {answer && <Notice kind="problem" text={words.problems[answer.problem]} isAnswer />}
      {problem && (
        <Notice
          kind="problem"
          text={problem === 'question' ? words.problems[problem] : screens.notSaved[problem]}
          isAnswer
        />
      )}
      {isWaiting && <Notice kind="done" text={words.waits} isAnswer />}
      {hasArrived && <Notice kind="done" text={words.sent} isAnswer />}
    </section>
  )
}
