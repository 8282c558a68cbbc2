/** The texts of messages to a worker, in her language. */

import { WORKER_HOME } from '#app/kit/paths.ts'
import { wordsOf } from '#app/kit/work/translations.ts'
import { reasonsIn, usualTaskIn } from '#app/programme/words/task-translations.server.ts'
import { amountOf } from '#app/programme/worker/amount.ts'
import { words as newsEn } from '#app/programme/worker/news-words/en.ts'
import { words as newsHi } from '#app/programme/worker/news-words/hi.ts'
import { words as newsMr } from '#app/programme/worker/news-words/mr.ts'
import { type NewsTexts, type NewsWords, newsWords } from '#app/programme/worker/news-words.ts'
import { words as en } from '#app/programme/worker/words/en.ts'
import { words as hi } from '#app/programme/worker/words/hi.ts'
import { words as mr } from '#app/programme/worker/words/mr.ts'
import type { Translation } from '#app/programme/worker/words.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { dayAndMonthIn } from '#shop/kernel/time.ts'
import type { News } from '#shop/programme/news.ts'
import { reasonFor } from '#shop/programme/rejection.ts'
import { taskNameIn } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

const NEWS: Record<Language, NewsTexts> = { en: newsEn, hi: newsHi, mr: newsMr }
const SCREENS: Record<Language, Translation> = { en, hi, mr }

/** The texts of messages and of their settings, in one language. */
export function newsTextsIn(language: Language): NewsTexts {
  return NEWS[language]
}

/** One text with all these messages, to be sent to a worker. `more`: how many are left out. */
export function textOf(
  {
    fullName,
    news,
    more,
    language,
  }: { fullName: string; news: readonly News[]; more: number; language: Language },
  origin: string,
): string {
  const words = newsWords(NEWS[language], language)
  const lines = news.map((one) => {
    const { title, body } = partsOf(one, words, language)
    const reference = one.kind === 'paid' ? `. ${words.reference({ text: one.payment.reference })}` : ''
    return `• ${title}: ${body}${reference}`
  })
  return [
    words.greeting({ name: fullName.split(' ')[0] ?? fullName }),
    ...lines,
    ...(more > 0 ? [words.more({ count: more })] : []),
    words.link({ link: `${origin}${WORKER_HOME}` }),
  ].join('\n')
}

function partsOf(news: News, words: NewsWords, language: Language): { title: string; body: string } {
  const { titles } = words
  if (news.kind === 'paid')
    return { title: titles.paid, body: words.paid({ pay: formatPrice(news.payment.amount) }) }
  const task = usualTaskIn(language, news.task.taskName) ?? taskNameIn(writtenFor(language), news.task)
  const day = dayAndMonthIn(language, news.task.completionDeadline)
  switch (news.kind) {
    case 'new_task': {
      const { quantity, unit, paymentAmount } = news.task
      const screens = wordsOf<typeof en>(SCREENS[language], language)
      const amount = amountOf(screens, quantity, unit)
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
