import { useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { settleRefused, type WaitingEntry } from '#app/programme/offline/offline-client.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import { type Phone, usePhone } from '#app/programme/offline/use-phone.ts'
import type { Refusal, WaitingStart } from '#app/programme/offline/waiting.ts'
import { useWords, type Words } from '#app/programme/words/words.ts'
import { Go, Notice } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { formatStep } from '#app/programme/worker/network-notice.tsx'
import { groupBy } from '#shop/kernel/group-by.ts'

type Row = {
  entry: WaitingEntry
  taskName: string
  what: string
  refused: Refusal | null
  isSending: boolean
}

/** Lists unsent items. With `refused`, lists refused items until the worker removes them or sends them again. */
export function WaitingList({ refused: isRefused = false }: { refused?: boolean }) {
  const words = useWords()
  const phone = usePhone()
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  const all = rowsOf(phone, words).filter(({ refused }) => Boolean(refused) === isRefused)
  const rows = all.filter((row) => row === all.find((other) => isSameNotice(row, other)))
  if (rows.length === 0) return null
  const settleRow = (row: Row, what: 'remove' | 'retry') => () => {
    for (const { entry } of all.filter((other) => other === row || isSameNotice(row, other)))
      void settleRefused(entry, what).catch((error) => setProblem(storageProblemOf(error)))
  }
  const title = isRefused ? words.queue.refusedTitle : words.queue.stillToSend
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{title}</h2>
        <SayButton text={[title, ...rows.map((row) => `${row.taskName}: ${rowText(words, row)}`)]} />
      </div>
      {problem && <Notice kind="problem" text={words.screens.notSaved[problem]} />}
      <ul className="task-rows">
        {rows.map((row) => {
          const { entry, taskName, refused, isSending } = row
          const isOver = entry.kind !== 'question' && (refused === 'gone' || refused === 'too_late')
          return (
            <li
              key={entry.kind + entry.workLogId + ('sha256' in entry ? entry.sha256 : '') + (refused ?? '')}
            >
              <span className="task-icon">
                <Icon name={refused ? phoneIcons.circleX : isSending ? phoneIcons.send : 'clock'} />
              </span>
              <p role={refused ? 'alert' : undefined}>
                <b>{taskName}</b>
                <span>{rowText(words, row)}</span>
              </p>
              {refused && (
                <p className="waiting-ways">
                  {!isOver && (
                    <Go type="button" icon="rotate-ccw" look="alt" onClick={settleRow(row, 'retry')}>
                      {words.queue.sendAgain}
                    </Go>
                  )}
                  <Go
                    type="button"
                    icon={isOver ? 'check' : 'trash'}
                    look="alt"
                    onClick={settleRow(row, 'remove')}
                  >
                    {words.queue[isOver ? 'dismiss' : entry.kind === 'photo' ? 'remove' : 'removeEntry']}
                  </Go>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** True for refused items of the same withdrawn task, which share one notice. */
function isSameNotice(row: Row, other: Row): boolean {
  if (row.refused !== 'gone' || other.refused !== 'gone') return row === other
  return row.entry.workLogId === other.entry.workLogId
}

export function rowText(words: Words, { entry, what, refused, isSending }: Omit<Row, 'taskName'>): string {
  if (refused === 'gone' && entry.kind !== 'question') return words.queue.refused.gone
  const waiting = isSending ? words.queue.sendingNow : words.queue.waitingForNetwork
  return `${what}: ${refused ? refusalText(words, entry, refused) : waiting}`
}

function refusalText({ queue: { refused } }: Words, { kind }: WaitingEntry, why: Refusal): string {
  if (kind === 'question') return why === 'too_late' ? refused.question : refused.failed
  if (why !== 'too_late') return refused[why] ?? refused.failed
  return { start: refused.lateStart, steps: refused.lateCount, photo: refused.latePhoto }[kind]
}

function rowsOf(
  { ownerId, starts, steps, photos, questions, sent: uploaded, isStuck }: Phone,
  { queue: { entry } }: Words,
): Row[] {
  // Starts and steps have no row while they are being sent. They get one if that fails.
  const isShown = ({ refused }: { refused: Refusal | null }) => Boolean(refused) || isStuck
  const rowOf = ({ workLogId, taskName, refused }: WaitingStart) => ({
    ...{ taskName, refused, isSending: false },
    entry: { kind: 'start', workLogId, ownerId } as const,
  })
  return [
    ...starts.filter(isShown).map((start): Row => ({ ...rowOf(start), what: entry.start })),
    ...countedRows(steps.filter(isShown), ownerId, (count) => entry.steps({ steps: formatStep(count) })),
    ...questions.map(
      (question): Row => ({
        ...rowOf(question),
        entry: { kind: 'question', workLogId: question.workLogId, ownerId },
        what: entry.question,
      }),
    ),
    ...photos.map((photo): Row => {
      const { workLogId, sha256 } = photo
      const isSending = (uploaded.get(sha256) ?? 0) > 0
      return {
        ...rowOf(photo),
        entry: { kind: 'photo', workLogId, ownerId, sha256 },
        what: entry.photo,
        isSending,
      }
    }),
  ]
}

/** Sums the steps of each task in one row, and its refused steps in one row per reason. */
function countedRows(steps: Phone['steps'], ownerId: string, textOf: (count: number) => string): Row[] {
  const groups = groupBy(steps, ({ workLogId, refused }) => `${workLogId} ${refused ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { workLogId, taskName, refused } = first
    const count = group.reduce((sum, { step }) => sum + step, 0)
    const entry = { kind: 'steps', workLogId, ownerId } as const
    return [{ entry, taskName, what: textOf(count), refused, isSending: false }]
  })
}
