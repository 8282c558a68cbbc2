import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { AdminAnswer } from '#app/admin/kit/admin-page.tsx'
import { requireConfirmation } from '#app/admin/kit/confirmation.server.ts'
import type { Confirmation } from '#app/admin/kit/confirmation.tsx'
import { WORKERS } from '#app/admin/paths.ts'
import { WorkersPage } from '#app/admin/workers/workers-page.tsx'
import { type FormValues, readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { searchText } from '#shop/kernel/text.ts'
import { addWorkers } from '#shop/programme/add-workers.ts'
import { newWorkerInput } from '#shop/programme/input.ts'
import { issueCard } from '#shop/programme/issue-card.ts'
import { signPhonesOut } from '#shop/programme/phone-sessions.ts'
import { listWorkerSignIns } from '#shop/programme/sign-in.read.ts'
import { listGroups } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/workers.ts'

export const handle: PageHandle = {
  tab: { label: 'Workers', icon: moreIcons.users, group: 'more' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const PER_PAGE = 50
const DONE = { 'signed-out': 'Signed out on all phones. She can sign in again with her PIN.' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(adminContext)
  const params = new URL(request.url).searchParams
  const text = searchText(params, 100)
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1000 ? asked : 1
  const [found, groups] = await Promise.all([
    listWorkerSignIns(db, { text, offset: (page - 1) * PER_PAGE, limit: PER_PAGE, now }),
    listGroups(db),
  ])
  return { ...found, groups, text, page, perPage: PER_PAGE, done: doneNotice(request, DONE) }
}

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    ...newWorkerInput.shape,
    groupId: z.preprocess((id) => id || null, newWorkerInput.shape.groupId),
  }),
  z.object({ intent: z.enum(['card', 'sign-out']), id: z.string(), name: z.string().max(200).default('') }),
])

type Answered = AdminAnswer & { values?: FormValues; confirmation?: Confirmation }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  if (sent.value.intent === 'add') {
    const { intent: _, ...worker } = sent.value
    const added = await addWorkers(ctx, [worker])
    return added.ok ? redirect(cardsPath(added.value), 303) : refusedBy(added, form)
  }
  const { intent, id, name } = sent.value
  if (intent === 'sign-out') return signOut(ctx, form, id)
  const confirmation = requireConfirmation(form, askForCard(name))
  if (confirmation) return data<Answered>({ ok: true, message: '', confirmation })
  const issued = await issueCard(ctx, id)
  return issued.ok ? redirect(cardsPath(issued.value), 303) : refusedBy(issued, form)
}

/** The other card cannot be made good again, so the admin is asked. */
const askForCard = (name: string) => ({
  title: `Make a new card for ${name}?`,
  lines: [
    'An earlier card of hers that is not used yet stops working.',
    'When she uses the new card she chooses a new PIN and is signed out on her other phones.',
  ],
  confirm: 'Make the card',
})

async function signOut(ctx: AdminCtx, form: FormData, id: string) {
  const ended = await signPhonesOut(ctx, id)
  return ended.ok ? redirect(`${WORKERS}?done=signed-out`, 303) : refusedBy(ended, form)
}

function cardsPath({ batchId }: { batchId: string }): string {
  return `${WORKERS}/cards/${batchId}`
}

export default function Workers({ loaderData, actionData }: Route.ComponentProps) {
  const { done, ...page } = loaderData
  const answer: Answered | undefined = actionData
  return (
    <WorkersPage
      {...page}
      typed={answer?.values ?? {}}
      confirmation={answer?.confirmation}
      answer={answer?.confirmation ? undefined : (answer ?? done)}
    />
  )
}
