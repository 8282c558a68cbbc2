import { z } from 'zod'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { QUESTIONS } from '#app/programme/coordinator/paths.ts'
import { OpenQuestion } from '#app/programme/members/open-question.tsx'
import { answerForm, readerFor } from '#app/programme/words/words.server.ts'
import { useWords } from '#app/programme/words/words.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { may } from '#shop/kernel/permissions.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import { listOpenQuestions } from '#shop/programme/pay.read.ts'
import { answerPayQuestion, leaveToAdmins } from '#shop/programme/pay-questions.ts'
import type { Route } from './+types/questions.ts'

export const handle: PageHandle = {
  words: ['question'],
  title: null,
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor } = ctx
  const { words } = await readerFor(ctx, request)
  const questions = await listOpenQuestions(db, scopeOf(actor))
  return { questions, forAllGroups: may(actor, 'programme'), done: doneNotice(request, words.question.done) }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), id: z.string(), answer: payAnswerInput }),
  z.object({ intent: z.literal('leave'), id: z.string() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const change = {
    make: (form: z.infer<typeof forms>) =>
      form.intent === 'answer'
        ? answerPayQuestion(ctx, { questionId: form.id, answer: form.answer })
        : leaveToAdmins(ctx, form.id),
    next: ({ intent }: z.infer<typeof forms>) => `${QUESTIONS}?done=${intent}`,
  }
  return answerForm(request, forms, change, await readerFor(ctx, request))
}

/** Workers' questions about work and pay. Coordinators leave questions that need money to the admins. */
export default function Questions({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, forAllGroups, done } = loaderData
  const answerable = questions.filter(({ forAdminsAt }) => forAllGroups || !forAdminsAt)
  const leftToAdmins = questions.filter((question) => !answerable.includes(question))
  const { question: words, frame } = useWords()
  const isTyped = (id: string) => actionData?.values.id === id
  return (
    <AdminPage title={frame.questions} frame={frame.groups}>
      <StatusNotice answer={actionData ?? done} />
      {answerable.length === 0 && <EmptyList title={words.none} />}
      {answerable.map((question) => (
        <OpenQuestion
          key={question.id}
          question={question}
          mayLeave={!forAllGroups}
          typed={isTyped(question.id) ? actionData?.values.answer : undefined}
          problem={isTyped(question.id) ? actionData?.problems.answer : undefined}
        />
      ))}
      {leftToAdmins.length > 0 && (
        <AdminSection title={words.withAdmins}>
          {leftToAdmins.map((question) => (
            <OpenQuestion key={question.id} question={question} isReadOnly />
          ))}
        </AdminSection>
      )}
    </AdminPage>
  )
}
