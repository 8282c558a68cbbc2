import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { canQueue } from '#app/phone/can-queue.ts'
import { Icon } from '#app/ui/kit/icon.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'
import { LanguageContext, useWords } from '#app/ui/worker/language.ts'
import { NetworkNotice } from '#app/ui/worker/network-notice.tsx'
import { OwnerContext } from '#app/ui/worker/owner.ts'
import { WORKER_HOME } from '#app/ui/worker/paths.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#shop/programme/worker.ts'

export type WorkerFrameProps = {
  ownerId: string
  name: string
  groupName: string | null
  language: Language
  children: ReactNode
}

/** The frame of the worker's screens: who she is, her language, and whether there is a network. */
export function WorkerFrame({ ownerId, name, groupName, language, children }: WorkerFrameProps) {
  useEffect(() => {
    let stop = () => {}
    if (!canQueue()) return
    void import('#app/phone/at-home.ts').then(({ keepSending, registerServiceWorker }) => {
      stop = keepSending(ownerId)
      void registerServiceWorker(ownerId)
    })
    return () => stop()
  }, [ownerId])
  return (
    <LanguageContext value={language}>
      <OwnerContext value={ownerId}>
        <div className="worker">
          <Top name={name} groupName={groupName} language={language} />
          <NetworkNotice />
          <main id="main" tabIndex={-1} className="worker-main">
            {children}
          </main>
          <Foot ownerId={ownerId} />
        </div>
      </OwnerContext>
    </LanguageContext>
  )
}

function Top({ name, groupName, language }: Omit<WorkerFrameProps, 'children' | 'ownerId'>) {
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
  return (
    <Form method="post" action={WORKER_HOME} className="worker-language" preventScrollReset>
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
    </Form>
  )
}

function Foot({ ownerId }: { ownerId: string }) {
  const words = useWords()
  const [unsent, setUnsent] = useState({ photos: 0, steps: 0 })
  const isUnsent = unsent.photos + unsent.steps > 0
  // Phones are shared: nothing of hers stays. What nobody has received yet is not thrown away unsaid.
  const leave = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (!isSecureContext || !('indexedDB' in window)) return
    event.preventDefault()
    void import('#app/phone/at-home.ts')
      .then(({ leavePhone }) => leavePhone(ownerId, isUnsent))
      .then((left) => (left.photos + left.steps === 0 ? form.submit() : setUnsent(left)))
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
        {isUnsent && (
          <p role="alert">
            {unsent.steps > 0 && words.unsentCount} {unsent.photos > 0 && words.unsent(unsent.photos)}
          </p>
        )}
        <button type="submit">{isUnsent ? words.signOutAnyway : words.signOut}</button>
      </form>
    </footer>
  )
}
