import { useState } from 'react'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { putAwayDecision } from '#app/programme/offline/offline-client.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import { useIsOnline, usePhone } from '#app/programme/offline/use-phone.ts'
import type { WaitingDecision } from '#app/programme/offline/waiting.ts'
import { useWords } from '#app/programme/words/words.ts'

/** On every page: that there is no network, what still waits on the phone, and what the shop did not take. */
export function Unsent() {
  const { offline: words } = useWords()
  const { decisions, isStuck, problem } = usePhone()
  const isOnline = useIsOnline()
  const waiting = decisions.filter(({ refused }) => !refused)
  const isWaiting = waiting.length > 0 && (isStuck || !isOnline)
  return (
    <>
      {(!isOnline || isWaiting) && (
        <Banner tone="warning" className="coord-unsent">
          {!isOnline && <b>{words.noNetwork}</b>} {isWaiting && words.waiting({ count: waiting.length })}
        </Banner>
      )}
      {problem && !isOnline && (
        <Banner tone="danger" className="coord-unsent">
          {words.notKept[problem]}
        </Banner>
      )}
      {decisions.map((decision) => decision.refused && <NotTaken key={decision.id} decision={decision} />)}
    </>
  )
}

/** A decision that the shop refused, until the coordinator has read why. */
function NotTaken({ decision }: { decision: WaitingDecision }) {
  const { offline: words } = useWords()
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  const { taskName, workerName, said, refused } = decision
  const why = said || (refused === 'damaged' ? words.pictureTooLarge : words.decideAgain)
  const close = () => void putAwayDecision(decision).catch((error) => setProblem(storageProblemOf(error)))
  return (
    <Banner tone="danger" className="coord-unsent" title={`${taskName}, ${workerName}.`}>
      {words.notTaken} {why}
      {problem && ` ${words.notKept[problem]}`}
      <Button type="button" look="line" onClick={close}>
        {words.seen}
      </Button>
    </Banner>
  )
}
