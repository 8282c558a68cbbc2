import { useState } from 'react'
import { Form, useFetcher } from 'react-router'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Icon } from '#app/kit/icon.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { Notice } from '#app/worker/messages.tsx'
import type { NewsWords } from '#app/worker/news-words.ts'
import { homeServiceWorker } from '#app/worker/offline/offline-client.ts'
import { NEWS_PATH } from '#app/worker/paths.ts'
import { SayButton } from '#app/worker/say-button.tsx'

/** Whether this phone shows her messages; on a shared one they are not offered. */
export type PhoneState = 'shared' | 'shown' | 'hidden'

type NewsPhoneProps = { words: NewsWords; state: PhoneState; publicKey: string }

/** Messages on this phone itself: the permission is asked for by her tap alone. */
export function NewsPhone({ words, state, publicKey }: NewsPhoneProps) {
  const isHydrated = useHydrated()
  const line =
    state === 'shared'
      ? words.shared
      : state === 'shown'
        ? words.shown
        : isHydrated && !canShow()
          ? words.unable
          : words.offer
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.here}</h2>
        <SayButton text={[words.here, line]} />
      </div>
      <p>{line}</p>
      {state === 'shown' && (
        <Form method="post" action={NEWS_PATH} preventScrollReset>
          <input type="hidden" name="intent" value="hide" />
          <button type="submit" className="go alt">
            <Icon name={phoneIcons.circleX} />
            {words.hide}
          </button>
        </Form>
      )}
      {state === 'hidden' && isHydrated && canShow() && <ShowButton words={words} publicKey={publicKey} />}
    </section>
  )
}

function ShowButton({ words, publicKey }: Omit<NewsPhoneProps, 'state'>) {
  const fetcher = useFetcher<{ ok: boolean }>()
  const [problem, setProblem] = useState<'denied' | 'failed' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const show = async () => {
    setProblem(null)
    setBusy(true)
    try {
      const address = await subscribe(publicKey)
      if (!address) return setProblem('denied')
      await fetcher.submit({ intent: 'show', ...address }, { method: 'post', action: NEWS_PATH })
    } catch {
      setProblem('failed')
    } finally {
      setBusy(false)
    }
  }
  const shown = problem ?? (fetcher.data && !fetcher.data.ok ? 'failed' : null)
  return (
    <>
      {shown && <Notice kind="problem" text={words[shown]} />}
      <button type="button" className="go" aria-disabled={isBusy} onClick={isBusy ? undefined : show}>
        <Icon name="check" />
        {words.show}
      </button>
    </>
  )
}

function canShow(): boolean {
  return (
    isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  )
}

/** Asks for permission and subscribes this browser; null when she, or the phone, says no. */
async function subscribe(publicKey: string): Promise<Record<'endpoint' | 'p256dh' | 'auth', string> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await homeServiceWorker()
  // One with an earlier key of the shop cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
