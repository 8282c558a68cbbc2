import { useEffect, useState } from 'react'
import { canQueue } from '#app/phone/can-queue.ts'
import type { CountOnPhone } from '#app/phone/count-queue.ts'
import { COUNT_CHANNEL } from '#app/phone/waiting-count.ts'
import { useOwner } from '#app/ui/worker/owner.ts'
import type { ShownTask } from '#app/ui/worker/shown-task.ts'
import { counted } from '#shop/programme/counting.ts'

const NOTHING: CountOnPhone = { steps: [], known: null }

export type Counting = {
  /** What the server knows, and what waits on this phone. */
  done: number
  /** True while a step could not be sent yet. */
  waits: boolean
  add: (step: number) => void
}

/** The count of a task on this phone: steps are kept here first, so that counting needs no network. */
export function useCounting({ id, done, asOf, quantity }: ShownTask): Counting {
  const ownerId = useOwner()
  const [{ steps, known }, setOnPhone] = useState(NOTHING)
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    if (!canQueue()) return
    const channel = new BroadcastChannel(COUNT_CHANNEL)
    const look = async () => {
      const { countOnPhone } = await import('#app/phone/at-home.ts')
      const now = await countOnPhone(ownerId, id)
      setOnPhone(now)
      return now.steps.length
    }
    channel.onmessage = () => void look().then((waiting) => waiting === 0 && setStuck(false))
    void look().then((waiting) => setStuck(waiting > 0))
    return () => channel.close()
  }, [id, ownerId])
  const add = (step: number) =>
    void import('#app/phone/at-home.ts')
      .then(({ countStep }) => countStep({ workLogId: id, ownerId, step }))
      .then((isSent) => setStuck(!isSent))
  // A page that was kept for times without network may be older than what the server said since.
  const base = known && known.asOf > asOf ? known.done : done
  const shown = counted({ progressCount: base, quantity }, steps)
  return { done: shown, waits: isStuck && steps.length > 0, add }
}
