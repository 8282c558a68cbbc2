import { createContext, type FormEvent, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import {
  clearOfflineData,
  keepScreens,
  keepSending,
  type Leaving,
  type Screen,
} from '#app/programme/offline/offline-client.ts'
import { lookAtPhone } from '#app/programme/offline/phone-store.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import { canQueue, type OnPhone, WAITING_CHANNEL, type WaitingNews } from '#app/programme/offline/waiting.ts'

export type Phone = OnPhone & {
  ownerId: string
  /** Uploaded bytes of each photo, by SHA-256. */
  sent: Map<string, number>
  /** Photos that were confirmed while this page was open. */
  confirmed: Set<string>
  /** True while something could not be sent. */
  isStuck: boolean
  /** Confirmed while this page was open. */
  decided: readonly string[]
  /** How many entries were refused while this page was open. */
  refusals: number
  /** Why the queue of this phone cannot be read; null when it can. */
  problem: StorageProblem | null
}

const NOTHING: Phone = {
  ownerId: '',
  starts: [],
  steps: [],
  photos: [],
  decisions: [],
  known: [],
  sent: new Map(),
  confirmed: new Set(),
  isStuck: false,
  decided: [],
  refusals: 0,
  problem: null,
}

export const PhoneContext = createContext(NOTHING)

/** The unsent items of the owner of these screens, as their frame follows them. */
export function usePhone(): Phone {
  return useContext(PhoneContext)
}

type Stored = { ownerId: string; language: string; screens: Screen[] }

/**
 * Follows and sends the queue of this phone while its page is open, and has the service workers of these scopes
 * store the screens. A screen that could not be stored is stored by the next page.
 */
export function useOnPhone(scopes: readonly string[], stored: Stored): Phone {
  const { ownerId } = stored
  const wanted = JSON.stringify([scopes, stored])
  useEffect(() => (canQueue() ? keepSending(ownerId) : undefined), [ownerId])
  useEffect(() => {
    const [paths, message]: [string[], Stored] = JSON.parse(wanted)
    if (canQueue()) void keepScreens(paths, message).catch(() => {})
  }, [wanted])
  const [phone, setPhone] = useState(NOTHING)
  useEffect(() => {
    if (!canQueue()) return
    let isFirst = true
    const look = async () => {
      const found = await lookAtPhone(ownerId)
      const waits = [...found.starts, ...found.steps, ...found.photos, ...found.decisions].some(
        ({ refused }) => !refused,
      )
      // Items older than this page have been tried before.
      const isStuck = isFirst
      isFirst = false
      setPhone((now) => ({ ...now, ...found, isStuck: waits && (isStuck || now.isStuck) }))
    }
    const see = () =>
      void look().catch((error) => setPhone((now) => ({ ...now, problem: storageProblemOf(error) })))
    const channel = new BroadcastChannel(WAITING_CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<WaitingNews>) => {
      setPhone((now) => heard(now, data))
      if (data.kind !== 'progress' && data.kind !== 'tried') see()
    }
    see()
    return () => channel.close()
  }, [ownerId])
  return { ...phone, ownerId }
}

function heard(phone: Phone, news: WaitingNews): Phone {
  switch (news.kind) {
    case 'tried':
      return { ...phone, isStuck: !news.isDone }
    case 'progress':
      return { ...phone, sent: new Map(phone.sent).set(news.sha256, news.sent) }
    case 'confirmed':
      return { ...phone, confirmed: new Set(phone.confirmed).add(news.sha256) }
    case 'decided':
      return { ...phone, decided: [...phone.decided, news.intent] }
    case 'refused':
      return { ...phone, refusals: phone.refusals + 1 }
    default:
      return phone
  }
}

/** Signing out: phones are shared, so it deletes the owner's data, with a warning if there are unsent items. */
export function useLeave(ownerId: string) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const isTold = leaving?.kind === 'unsent'
  const leave = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (!canQueue()) return
    event.preventDefault()
    void clearOfflineData(ownerId, isTold)
      // A phone whose store cannot be read stores nothing either.
      .catch((): Leaving => ({ kind: 'left' }))
      .then((left) => {
        if (left.kind === 'left') form.submit()
        // The screen goes; the service worker says that there is no network.
        else if (left.kind === 'left_offline') location.replace(location.pathname)
        else setLeaving(left)
      })
  }
  return { leaving, isTold, leave }
}

/** False while the phone has no network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
