import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { NumberedPager, pagePath } from '#app/desk/pager.tsx'
import { Button } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { MESSAGES } from '#app/programme/coordinator/paths.ts'
import { newsText } from '#app/programme/words/news-text.server.ts'
import { answerForm, readerFor } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { readPage } from '#shop/kernel/filters.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { sentNewsInput } from '#shop/programme/input.ts'
import { listNewsToSend, listSentTexts, type NewsToSend } from '#shop/programme/news.read.ts'
import type { SentText as Text } from '#shop/programme/news.ts'
import { markNewsSent, unmarkNewsSent } from '#shop/programme/worker-news.ts'
import type { Route } from './+types/messages.ts'

export const handle: PageHandle = {
  words: ['messages', 'pages'],
  title: null,
  access: { get: 200, post: 422 },
}

const PAGE_SIZE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor, now, config } = ctx
  const scope = scopeOf(actor)
  const page = readPage(new URL(request.url).searchParams)
  const offset = (page - 1) * PAGE_SIZE
  const [{ words }, { workers, total }, sentTexts] = await Promise.all([
    readerFor(ctx, request),
    listNewsToSend(db, { scope, offset, limit: PAGE_SIZE, now }),
    listSentTexts(db, scope, now),
  ])
  return {
    page,
    total,
    workers: workers.map((worker) => withText(worker, config.origin)),
    sentTexts,
    done: doneNotice(request, words.messages.done),
  }
}

/** Adds the text to send. `number`: the phone in international form; null if it is not an Indian mobile number. */
function withText(worker: NewsToSend, origin: string) {
  const { userId, fullName, groupName, phone, language, hasEmail, news, more } = worker
  const number = indianMobile(phone)
  return {
    ...{ userId, fullName, groupName, phone, language, hasEmail, more },
    text: newsText(worker, origin),
    newsIds: news.map(({ id }) => id),
    number: number && `91${number}`,
  }
}

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('sent'),
    userId: sentNewsInput.shape.userId,
    newsIds: z
      .string()
      .transform((ids) => ids.split(' '))
      .pipe(sentNewsInput.shape.newsIds),
    page: z.coerce.number().int().min(1).catch(1),
  }),
  z.object({ intent: z.literal('undo'), sentId: z.uuid('These messages are no longer here') }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const change = {
    make: (form: z.infer<typeof forms>) =>
      form.intent === 'sent' ? markNewsSent(ctx, form) : unmarkNewsSent(ctx, form.sentId),
    next: (form: z.infer<typeof forms>) =>
      form.intent === 'undo' ? `${MESSAGES}?done=undone` : pagePath(MESSAGES, { done: 'sent' }, form.page),
  }
  return answerForm(request, forms, change, await readerFor(ctx, request))
}

/** Lists one text for each worker, with the oldest messages. The coordinator sends it from a phone. */
export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { page, total, workers, sentTexts, done } = loaderData
  const { messages: words, frame, pages } = useWords()
  const busy = useNavigation().formData
  return (
    <AdminPage title={words.title} frame={frame.groups}>
      <StatusNotice answer={actionData ?? done} />
      {workers.length === 0 ? (
        <EmptyList title={words.none}>{words.noneLine}</EmptyList>
      ) : (
        <>
          <p className="mb-4">{words.line}</p>
          <ul className="coord-list">
            {workers.map((worker) => (
              <UnsentMessages
                key={worker.userId}
                worker={worker}
                page={page}
                isBusy={busy?.get('userId') === worker.userId}
              />
            ))}
          </ul>
        </>
      )}
      <NumberedPager
        page={page}
        perPage={PAGE_SIZE}
        count={workers.length}
        total={total}
        words={pages}
        pathOf={(next) => pagePath(MESSAGES, {}, next)}
      />
      {sentTexts.length > 0 && (
        <AdminSection title={words.sentTitle}>
          <ul className="coord-list">
            {sentTexts.map((text) => (
              <SentText key={text.sentId} text={text} />
            ))}
          </ul>
        </AdminSection>
      )}
    </AdminPage>
  )
}

type UnsentMessagesProps = { worker: ReturnType<typeof withText>; page: number; isBusy: boolean }

function UnsentMessages({ worker, page, isBusy }: UnsentMessagesProps) {
  const { userId, fullName, groupName, phone, language, hasEmail, more, text, newsIds, number } = worker
  const { messages: words } = useWords()
  const about = [groupName, phone, hasEmail ? words.emailed : ''].filter(Boolean).join(' · ')
  const encoded = encodeURIComponent(text)
  return (
    <li>
      <h2>{fullName}</h2>
      <p className="coord-sub">{about}</p>
      <p lang={language} className="news-text">
        {text}
      </p>
      {more > 0 && <p className="coord-sub">{words.more({ count: more })}</p>}
      {number === null && <p className="coord-sub">{words.noNumber}</p>}
      <Form method="post" className="coord-buttons" preventScrollReset>
        <input type="hidden" name="userId" value={userId} />
        <input type="hidden" name="newsIds" value={newsIds.join(' ')} />
        <input type="hidden" name="page" value={page} />
        {number !== null && (
          <>
            <a
              className="btn"
              href={`https://wa.me/${number}?text=${encoded}`}
              target="_blank"
              rel="noreferrer"
            >
              {words.whatsApp}
              <VisuallyHidden>: {fullName}</VisuallyHidden>
            </a>
            <a className="btn btn-line" href={`sms:+${number}?body=${encoded}`}>
              {words.sms}
              <VisuallyHidden>: {fullName}</VisuallyHidden>
            </a>
          </>
        )}
        <Button look="line" icon="check" name="intent" value="sent" busy={isBusy}>
          {words.sent}
          <VisuallyHidden>: {fullName}</VisuallyHidden>
        </Button>
      </Form>
    </li>
  )
}

function SentText({ text: { sentId, fullName, kinds, at, by } }: { text: Text }) {
  const { messages: words } = useWords()
  const { dayAndTime } = useFormats()
  const facts = { at: dayAndTime(at), kinds: kinds.map((kind) => words.kinds[kind]).join(', ') }
  const isBusy = useNavigation().formData?.get('sentId') === sentId
  return (
    <li className="coord-row">
      <span>
        {fullName}
        <span className="data-sub">
          {by === null ? words.sentAt(facts) : words.sentBy({ ...facts, name: by })}
        </span>
      </span>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="sentId" value={sentId} />
        <Button look="line" name="intent" value="undo" busy={isBusy}>
          {words.undo}
          <VisuallyHidden>: {fullName}</VisuallyHidden>
        </Button>
      </Form>
    </li>
  )
}
