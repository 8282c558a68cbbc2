import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { readFields } from '#app/kit/form-fields.ts'
import { useWords } from '#app/programme/words/words.ts'
import { Go, Notice } from '#app/programme/worker/kit/messages.tsx'
import { NEWS_PATH } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { formOf } from '#app/request/form.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { newsOff } from '#shop/programme/news.read.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import { chooseNews } from '#shop/programme/worker-news.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/news.ts'

export const handle: PageHandle = { title: null, words: ['news'], access: { get: 200, post: 422 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { db, actor } = ctx
  const [worker, off] = await Promise.all([findWorker(db, actor.id), newsOff(db, actor.id)])
  return {
    // An admin who only looks at the page gets no messages.
    choice: worker && off ? { off, number: worker.phone } : null,
    isSaved: new URL(request.url).searchParams.has('saved'),
  }
}

const checkbox = z.literal('on').optional()
const form = z.object({
  intent: z.literal('kinds'),
  new_task: checkbox,
  do_again: checkbox,
  paid: checkbox,
  due_tomorrow: checkbox,
  withdrawn: checkbox,
})

export async function action({ request, context }: Route.ActionArgs) {
  const fields = readFields(form, await formOf(request))
  if (!fields.ok) return data({ ok: false }, { status: 422 })
  const kinds = NEWS_KINDS.filter((kind) => fields.value[kind] === 'on')
  const changed = await chooseNews(context.get(workerContext), kinds)
  if (!changed.ok) return data({ ok: false }, { status: REFUSALS[changed.reason].status })
  return redirect(`${NEWS_PATH}?saved`, 303)
}

export default function News({ loaderData, actionData }: Route.ComponentProps) {
  const { choice, isSaved } = loaderData
  const { news: words, screens } = useWords()
  return (
    <>
      <title>{screens.news}</title>
      {actionData && !actionData.ok && <Notice kind="problem" text={words.failed} />}
      {isSaved && !actionData && <Notice kind="done" text={words.saved} />}
      {choice && <Kinds off={choice.off} number={choice.number} />}
    </>
  )
}

function Kinds({ off, number }: { off: NewsKind[]; number: string | null }) {
  const { news: words } = useWords()
  const how = number ? words.byCoordinator({ phone: number }) : words.noPhone
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.which}</h2>
        <SayButton text={[words.which, ...NEWS_KINDS.map((kind) => words.kinds[kind]), how]} />
      </div>
      <Form method="post" action={NEWS_PATH} className="about-me" preventScrollReset>
        <input type="hidden" name="intent" value="kinds" />
        {NEWS_KINDS.map((kind) => (
          <label key={kind} className="worker-check">
            <input type="checkbox" name={kind} defaultChecked={!off.includes(kind)} />
            <span>{words.kinds[kind]}</span>
          </label>
        ))}
        <p className="soft">{how}</p>
        <Go icon="check">{words.save}</Go>
      </Form>
    </section>
  )
}
