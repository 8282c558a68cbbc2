import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { readFields } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { formOf } from '#app/request/form.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { useWords } from '#app/worker/language.ts'
import { Notice } from '#app/worker/messages.tsx'
import { NewsPhone, type PhoneState } from '#app/worker/news-phone.tsx'
import { newsTextsIn } from '#app/worker/news-text.server.ts'
import { type NewsWords, newsWords } from '#app/worker/news-words.ts'
import { NEWS_PATH } from '#app/worker/paths.ts'
import { sessionHere } from '#app/worker/phone-session.server.ts'
import { SayButton } from '#app/worker/say-button.tsx'
import { languageOf } from '#app/worker/worker-language.server.ts'
import { chooseNews, hideOnPhone, showOnPhone } from '#shop/programme/choose-news.ts'
import { pushAddressInput } from '#shop/programme/input.ts'
import { newsOff } from '#shop/programme/news.read.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import { findSession } from '#shop/programme/sign-in.read.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/news.ts'

export const handle: PageHandle = { title: null, access: { get: 200, post: 422 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { db, actor, now, push } = ctx
  const language = await languageOf(ctx, request)
  const ref = sessionHere(request, context)
  const [worker, off, session] = await Promise.all([
    findWorker(db, actor.id),
    newsOff(db, actor.id),
    ref && findSession(db, ref, { userId: actor.id, now, serverKey: push.publicKey }),
  ])
  const phone: PhoneState = !session || session.isShared ? 'shared' : session.showsNews ? 'shown' : 'hidden'
  return {
    language,
    texts: newsTextsIn(language),
    // An admin who looks on has no messages of her own.
    hers: worker && off ? { off, number: worker.phone, phone } : null,
    publicKey: push.publicKey,
    isSaved: new URL(request.url).searchParams.has('saved'),
  }
}

const on = z.literal('on').optional()
const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('kinds'),
    new_task: on,
    do_again: on,
    paid: on,
    due_tomorrow: on,
    withdrawn: on,
  }),
  z.object({ intent: z.literal('show'), ...pushAddressInput.shape }),
  z.object({ intent: z.literal('hide') }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(workerContext)
  const sent = readFields(forms, await formOf(request))
  const session = sessionHere(request, context)
  if (!sent.ok || !session) return data({ ok: false }, { status: 422 })
  const form = sent.value
  if (form.intent === 'show') {
    const { intent: _, ...address } = form
    return answered(await showOnPhone(ctx, { session, address }))
  }
  const changed =
    form.intent === 'hide'
      ? await hideOnPhone(ctx, session)
      : await chooseNews(
          ctx,
          NEWS_KINDS.filter((kind) => form[kind] === 'on'),
        )
  return changed.ok ? redirect(`${NEWS_PATH}?saved`, 303) : answered(changed)
}

/** The answer to a form: how it ended, with the status of a refusal. */
function answered(changed: { ok: true } | { ok: false; reason: keyof typeof REFUSALS }) {
  return changed.ok ? data({ ok: true }) : data({ ok: false }, { status: REFUSALS[changed.reason].status })
}

/** Which messages she wants, and whether this phone shows them. */
export default function News({ loaderData, actionData }: Route.ComponentProps) {
  const { language, texts, hers, publicKey, isSaved } = loaderData
  const words = newsWords(texts, language)
  const { news } = useWords()
  return (
    <>
      <title>{news}</title>
      {actionData && !actionData.ok && <Notice kind="problem" text={words.failed} />}
      {isSaved && !actionData && <Notice kind="done" text={words.saved} />}
      {hers && <Kinds words={words} off={hers.off} number={hers.number} />}
      {hers && <NewsPhone words={words} state={hers.phone} publicKey={publicKey} />}
    </>
  )
}

function Kinds({ words, off, number }: { words: NewsWords; off: NewsKind[]; number: string | null }) {
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
        <button type="submit" className="go">
          <Icon name="check" />
          {words.save}
        </button>
      </Form>
    </section>
  )
}
