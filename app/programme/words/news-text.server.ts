import { WORKER_HOME } from '#app/kit/paths.ts'
import { readerIn, reasonsIn, taskNameFor } from '#app/programme/words/words.server.ts'
import { amountOf, type Words } from '#app/programme/words/words.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { dayAndMonthIn } from '#shop/kernel/time.ts'
import type { NewsToSend } from '#shop/programme/news.read.ts'
import type { News } from '#shop/programme/news.ts'
import { reasonFor } from '#shop/programme/rejection.ts'
import type { Language } from '#shop/programme/worker.ts'

/** Returns one text with these messages, to send to a worker. `more`: how many messages are left out. */
export function newsText(
  { fullName, news, more, language }: Pick<NewsToSend, 'fullName' | 'news' | 'more' | 'language'>,
  origin: string,
): string {
  const all = readerIn(language).words
  const words = all.news
  const lines = news.map((message) => {
    const { title, body } = partsOf(message, all, language)
    const reference =
      message.kind === 'paid' ? `. ${words.reference({ text: message.payment.reference })}` : ''
    return `• ${title}: ${body}${reference}`
  })
  return [
    words.greeting({ name: fullName.split(' ')[0] ?? fullName }),
    ...lines,
    ...(more > 0 ? [words.more({ count: more })] : []),
    words.link({ link: `${origin}${WORKER_HOME}` }),
  ].join('\n')
}

/** Returns a message's title and text. */
export function partsOf(news: News, { news: words, amounts }: Words, language: Language) {
  const { titles } = words
  if (news.kind === 'paid')
    return { title: titles.paid, body: words.paid({ pay: formatPrice(news.payment.amount) }) }
  const { text: task } = taskNameFor(language, news.task)
  const day = dayAndMonthIn(language, news.task.completionDeadline)
  switch (news.kind) {
    case 'new_task': {
      const { quantity, unit, paymentAmount } = news.task
      const amount = amountOf(amounts, quantity, unit)
      return {
        title: titles.new_task,
        body: words.newTask({ task, amount, pay: formatPrice(paymentAmount), day }),
      }
    }
    case 'do_again': {
      const reason = reasonFor(news.task, reasonsIn(language)) ?? ''
      return { title: titles.do_again, body: words.doAgain({ task, reason }) }
    }
    case 'due_tomorrow':
      return { title: titles.due_tomorrow({ day }), body: words.dueTomorrow({ task }) }
    case 'withdrawn':
      return { title: titles.withdrawn, body: words.withdrawn({ task }) }
  }
}
