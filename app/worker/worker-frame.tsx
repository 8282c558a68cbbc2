import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { LanguageContext, useWords } from '#app/worker/language.ts'
import { NetworkNotice } from '#app/worker/network-notice.tsx'
import { canQueue } from '#app/worker/offline/can-queue.ts'
import {
  clearOfflineData,
  keepScreens,
  keepSending,
  type Leaving,
  type Screen,
} from '#app/worker/offline/offline-client.ts'
import { OwnerContext } from '#app/worker/owner.ts'
import { WORKER_HOME } from '#app/worker/paths.ts'
import { PhoneContext, useOnPhone } from '#app/worker/use-phone.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#shop/programme/worker.ts'

export type WorkerFrameProps = {
  ownerId: string
  name: string
  groupName: string | null
  language: Language
  /** The screens that her phone keeps for times without a network. */
  screens: Screen[]
  children: ReactNode
}

/** The frame of the worker's screens: who she is, her language, and whether there is a network. */
export function WorkerFrame({ ownerId, name, groupName, language, screens, children }: WorkerFrameProps) {
  const phone = useOnPhone(ownerId)
  const [isCut, setCut] = useState(false)
  useEffect(() => (canQueue() ? keepSending(ownerId) : undefined), [ownerId])
  const wanted = JSON.stringify({ ownerId, language, screens })
  // What could not be kept is kept by the next page that is opened.
  useEffect(() => void (canQueue() && keepScreens(JSON.parse(wanted)).catch(() => {})), [wanted])
  // In the first moments of a first visit nothing is on the phone yet: better a word than the browser's own error page.
  const stayOffline = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    if (!isLink || navigator.onLine || hasWorker) return setCut(false)
    event.preventDefault()
    setCut(true)
  }
  return (
    <LanguageContext value={language}>
      <OwnerContext value={ownerId}>
        <PhoneContext value={phone}>
          <div className="worker" onClickCapture={stayOffline}>
            <Top name={name} groupName={groupName} language={language} />
            <NetworkNotice />
            <main id="main" tabIndex={-1} className="worker-main">
              {isCut && <NeedsNetwork />}
              {children}
            </main>
            <Foot ownerId={ownerId} />
          </div>
        </PhoneContext>
      </OwnerContext>
    </LanguageContext>
  )
}

function NeedsNetwork() {
  return (
    <p role="alert" className="worker-problem">
      {useWords().needsNetwork}
    </p>
  )
}

function Top({ name, groupName, language }: Pick<WorkerFrameProps, 'name' | 'groupName' | 'language'>) {
  const words = useWords()
  const isHome = useLocation().pathname === WORKER_HOME
  const first = name.split(' ')[0] ?? name
  return (
    <header className="worker-top">
      {isHome ? (
        <span className="worker-initial" aria-hidden="true">
          {first.slice(0, 1)}
        </span>
      ) : (
        <Link to={WORKER_HOME} className="worker-back">
          <Icon name="arrow-left" />
          <VisuallyHidden>{words.back}</VisuallyHidden>
        </Link>
      )}
      <div className="worker-who">
        {isHome ? <h1>{words.hello(first)}</h1> : <h1>{words.photoTitle}</h1>}
        {isHome && groupName && <p>{groupName}</p>}
      </div>
      <LanguageSwitch language={language} />
    </header>
  )
}

/** Two buttons that stay as they are: whoever cannot read the one can read the other. */
function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation()
  const words = useWords()
  const fetcher = useFetcher<{ isOffline?: boolean }>()
  return (
    <fetcher.Form method="post" action={WORKER_HOME} className="worker-language">
      <input type="hidden" name="intent" value="language" />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset>
        <legend className="sr-only">{words.language}</legend>
        {LANGUAGES.map((one) => (
          <button
            type="submit"
            key={one}
            name="language"
            value={one}
            lang={one}
            aria-pressed={one === language}
          >
            {LANGUAGE_NAMES[one]}
          </button>
        ))}
      </fieldset>
      {fetcher.data?.isOffline && <NeedsNetwork />}
    </fetcher.Form>
  )
}

function Foot({ ownerId }: { ownerId: string }) {
  const words = useWords()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const isTold = leaving?.kind === 'unsent'
  // Phones are shared: nothing of hers stays. What nobody has received yet is not thrown away unsaid.
  const leave = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (!canQueue()) return
    event.preventDefault()
    void clearOfflineData(ownerId, isTold)
      // A phone whose store cannot be read keeps nothing either.
      .catch((): Leaving => ({ kind: 'left' }))
      .then((left) => (left.kind === 'left' ? form.submit() : setLeaving(left)))
  }
  return (
    <footer className="worker-foot">
      <Link to="/contact?subject=shg-program" reloadDocument>
        {words.help}
      </Link>
      <Link to="/" reloadDocument>
        {words.openShop}
      </Link>
      <form method="post" action="/auth/signout" onSubmit={leave}>
        {leaving?.kind === 'unsent' && (
          <p role="alert">
            {leaving.taps > 0 && words.unsentCount} {leaving.photos > 0 && words.unsent(leaving.photos)}
          </p>
        )}
        {leaving?.kind === 'no_network' && <p role="alert">{words.signOutLater}</p>}
        <button type="submit">{isTold ? words.signOutAnyway : words.signOut}</button>
      </form>
    </footer>
  )
}
