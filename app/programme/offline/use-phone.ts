import { createContext, type FormEvent, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import {
  clearOfflineData,
  keepScreens,
  keepSending,
  type SignOutState,
  type StoredScreens,
} from '#app/programme/offline/offline-client.ts'
import { readPhone } from '#app/programme/offline/phone-store.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import {
  canQueue,
  hasUnsent,
  type OnPhone,
  WAITING_CHANNEL,
  type WaitingNews,
} from '#app/programme/offline/waiting.ts'

export type Phone = OnPhone & {
  ownerId: string
  /** How many bytes of each photo are uploaded, by SHA-256. */
  sent: Map<string, number>
  /** The ids of questions that arrived while this page was open. */
  sentQuestions: readonly string[]
  /** True if the last attempt to send failed, or if there were unsent items when the page opened. */
  isStuck: boolean
  /** The intents of the decisions that were confirmed while this page was open. */
  decided: readonly string[]
  /** How many entries were refused while this page was open. */
  refusals: number
  /** How many starts, questions and photos arrived while this page was open. */
  arrivals: number
  /** Why the queue of this phone cannot be read, or null. */
  problem: StorageProblem | null
}

const EMPTY_PHONE: Phone = {
  ownerId: '',
  starts: [],
  steps: [],
  photos: [],
  decisions: [],
  questions: [],
  tasks: [],
  locked: 0,
  sent: new Map(),
  sentQuestions: [],
  isStuck: false,
  decided: [],
  refusals: 0,
  arrivals: 0,
  problem: null,
}

export const PhoneContext = createContext(EMPTY_PHONE)

/** Returns the phone's queue, which the frame of the worker's and coordinator's screens provides. */
export function usePhone(): Phone {
  return useContext(PhoneContext)
}

/**
 * Reads and sends the phone's queue while the page is open. Asks the service workers of these scopes to store the
 * screens; if that fails, the next page asks again.
 */
export function usePhoneQueue(scopes: readonly string[], stored: StoredScreens): Phone {
  const { ownerId } = stored
  const screensKey = JSON.stringify([scopes, stored])
  useEffect(() => (canQueue() ? keepSending(ownerId) : undefined), [ownerId])
  useEffect(() => {
    const [paths, message]: [string[], StoredScreens] = JSON.parse(screensKey)
    if (canQueue()) void keepScreens(paths, message).catch(() => {})
  }, [screensKey])
  const [phone, setPhone] = useState(EMPTY_PHONE)
  useEffect(() => {
    if (!canQueue()) return
    let isFirst = true
    const readQueue = async () => {
      const found = await readPhone(ownerId)
      // An earlier page has queued the items of the first read and tried to send them, so they count as stuck.
      const wasQueuedBefore = isFirst
      isFirst = false
      setPhone((now) => ({ ...now, ...found, isStuck: hasUnsent(found) && (wasQueuedBefore || now.isStuck) }))
    }
    const refresh = () =>
      void readQueue().catch((error) => setPhone((now) => ({ ...now, problem: storageProblemOf(error) })))
    const channel = new BroadcastChannel(WAITING_CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<WaitingNews>) => {
      setPhone((now) => applyNews(now, data))
      if (data.kind !== 'progress' && data.kind !== 'tried') refresh()
    }
    refresh()
    return () => channel.close()
  }, [ownerId])
  return { ...phone, ownerId }
}

function applyNews(phone: Phone, news: WaitingNews): Phone {
  switch (news.kind) {
    case 'tried':
      return { ...phone, isStuck: !news.isDone }
    case 'progress':
      return { ...phone, sent: new Map(phone.sent).set(news.sha256, news.sent) }
    case 'started':
    case 'confirmed':
      return { ...phone, arrivals: phone.arrivals + 1 }
    case 'asked':
      return { ...phone, arrivals: phone.arrivals + 1, sentQuestions: [...phone.sentQuestions, news.id] }
    case 'decided':
      return { ...phone, decided: [...phone.decided, news.intent] }
    case 'refused':
      return { ...phone, refusals: phone.refusals + 1 }
    default:
      return phone
  }
}

/**
 * Signs out and deletes the owner's screens, because phones are shared. First says that unsent items stay on the phone.
 * `staysKept`: an encrypted copy of the screens stays, which the PIN opens.
 */
export function useSignOut(ownerId: string, { staysKept } = { staysKept: false }) {
  const [leaving, setLeaving] = useState<SignOutState | null>(null)
  const phone = usePhone()
  // The warning disappears when everything has been sent.
  const isWarned = leaving === 'unsent' && hasUnsent(phone)
  const leave = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (!canQueue()) return
    event.preventDefault()
    void clearOfflineData({ ownerId, isWarned, staysKept })
      // If the store cannot be read, there is nothing to warn about or to delete.
      .catch((): SignOutState => 'left')
      .then((outcome) => {
        if (outcome === 'left') form.submit()
        // Reloads the page, so that the service worker replaces the screen by the offline page.
        else if (outcome === 'left_offline') location.replace(location.pathname)
        else setLeaving(outcome)
      })
  }
  return { isWarned, leave }
}

/** Returns false while the phone has no network. */
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
