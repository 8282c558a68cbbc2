import type { ReactNode } from 'react'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { partsOf } from '#app/programme/words/news-text.server.ts'
import { readerFor } from '#app/programme/words/words.server.ts'
import { useDay, useWords } from '#app/programme/words/words.ts'
import { Go, Nothing, Notice } from '#app/programme/worker/kit/messages.tsx'
import { NEWS_PATH } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { readFormFields } from '#app/request/form.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listOwnNews, newsOff } from '#shop/programme/news.read.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import { chooseNews } from '#shop/programme/worker-news.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/news.ts'

export const handle: PageHandle = { title: null, words: ['news'], access: { get: 200, post: 422 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { db, actor, now } = ctx
  const [worker, off, messages, { language, words }] = await Promise.all([
    findWorker(db, actor.id),
    newsOff(db, actor.id),
    listOwnNews(db, actor.id, now),
    readerFor(ctx, request),
  ])
  return {
    messages: messages.map(({ at, news }) => ({ id: news.id, at, ...partsOf(news, words, language) })),
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
  const { fields } = await readFormFields(request, form)
  if (!fields.ok) return data({ ok: false }, { status: 422 })
  const kinds = NEWS_KINDS.filter((kind) => fields.value[kind] === 'on')
  const changed = await chooseNews(context.get(workerContext), kinds)
  if (!changed.ok) return data({ ok: false }, { status: REFUSALS[changed.reason].status })
  return redirect(`${NEWS_PATH}?saved`, 303)
}

/** Without a network, shows a message and keeps the worker's choice. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return data({ ok: false }, { status: 503 })
  }
}

export default function News({ loaderData, actionData }: Route.ComponentProps) {
  const { choice, isSaved, messages } = loaderData
  const { news: words, screens } = useWords()
  return (
    <>
      <title>{screens.news}</title>
      <Messages messages={messages} />
      {choice && (
        <Kinds off={choice.off} number={choice.number}>
          {actionData && !actionData.ok && <Notice kind="problem" text={words.failed} isAnswer />}
          {isSaved && !actionData && <Notice kind="done" text={words.saved} isAnswer />}
        </Kinds>
      )}
    </>
  )
}

function Messages({ messages }: Pick<Route.ComponentProps['loaderData'], 'messages'>) {
  const { news: words, screens } = useWords()
  const day = useDay()
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{screens.news}</h2>
        <SayButton text={messages.flatMap(({ title, body }) => [title, body])} />
      </div>
      {messages.length === 0 && <Nothing title={words.none} />}
      <ul className="payments">
        {messages.map(({ id, at, title, body }) => (
          <li key={id}>
            <p>
              <b>{title}</b>
            </p>
            <p>{body}</p>
            <p className="soft">{day(at)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type KindsProps = { off: NewsKind[]; number: string | null; children: ReactNode }

function Kinds({ off, number, children }: KindsProps) {
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
        {children}
      </Form>
    </section>
  )
}
