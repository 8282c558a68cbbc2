import { type MouseEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { SIGN_OUT_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LanguageButtons } from '#app/kit/work/language-buttons.tsx'
import {
  keepScreens,
  keepSending,
  type Leaving,
  type Screen,
  WORKER_SCOPES,
} from '#app/programme/offline/offline-client.ts'
import {
  OwnerContext,
  type Phone,
  PhoneContext,
  useIsOnline,
  useLeave,
  useOnPhone,
  usePhone,
} from '#app/programme/offline/use-phone.ts'
import { canQueue } from '#app/programme/offline/waiting.ts'
import { Notice } from '#app/programme/worker/kit/messages.tsx'
import { NEWS_PATH } from '#app/programme/worker/kit/paths.ts'
import { LanguageContext, useWords } from '#app/programme/worker/language.ts'
import { SayButton } from '#app/programme/worker/say-button.tsx'
import { type Unsent, unsentLine, type Words } from '#app/programme/worker/words.ts'
import { isSample, type Language } from '#shop/programme/worker.ts'

export type WorkerFrameProps = {
  ownerId: string
  name: string
  groupName: string | null
  /** Signed in with a PIN: the screen says whose it is, because phones are shared. */
  withPin: boolean
  language: Language
  /** The screens to store on her phone. */
  screens: Screen[]
  children: ReactNode
}

/** The frame of the worker's screens: her name, language, sign-out, and a notice without a network. */
export function WorkerFrame(props: WorkerFrameProps) {
  const { ownerId, name, groupName, withPin, language, screens, children } = props
  const phone = useOnPhone(ownerId)
  const [isCut, setCut] = useState(false)
  useEffect(() => (canQueue() ? keepSending(ownerId) : undefined), [ownerId])
  const wanted = JSON.stringify({ ownerId, language, screens })
  // A screen that could not be stored is stored by the next page.
  useEffect(
    () => void (canQueue() && keepScreens(WORKER_SCOPES, JSON.parse(wanted)).catch(() => {})),
    [wanted],
  )
  // Before anything is stored on a first visit, a message replaces the browser's own error page.
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
          <SkipLink />
          <div className="worker" onClickCapture={stayOffline}>
            {withPin && <WhosePhone ownerId={ownerId} name={name} />}
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

function SkipLink() {
  return (
    <a href="#main" className="skip-link">
      {useWords().skip}
    </a>
  )
}

/** Until a speaker of the language has read its words. */
function SampleNotice() {
  const words = useWords()
  return (
    isSample(useContext(LanguageContext)) && (
      <div className="worker-sample">
        <Icon name="info" />
        <p>{words.sample}</p>
        <SayButton text={words.sample} />
      </div>
    )
  )
}

function NeedsNetwork() {
  return <Notice kind="problem" text={useWords().needsNetwork} />
}

function Top({ name, groupName, language }: Pick<WorkerFrameProps, 'name' | 'groupName' | 'language'>) {
  const words = useWords()
  const { pathname } = useLocation()
  const isHome = pathname === WORKER_HOME
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
        {isHome ? (
          <h1>{words.hello({ name: first })}</h1>
        ) : (
          <h1>{pathname === NEWS_PATH ? words.news : words.photoTitle}</h1>
        )}
        {isHome && groupName && <p>{groupName}</p>}
      </div>
      <LanguageSwitch language={language} />
      <SampleNotice />
    </header>
  )
}

/** Changes the language of these pages. */
function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation()
  const words = useWords()
  const fetcher = useFetcher<{ isOffline?: boolean }>()
  return (
    <fetcher.Form method="post" action={WORKER_HOME} className="worker-language">
      <input type="hidden" name="intent" value="language" />
      <LanguageButtons language={language} label={words.language} returnTo={pathname + search} />
      {fetcher.data?.isOffline && <NeedsNetwork />}
    </fetcher.Form>
  )
}

/** Whose session this is, and one tap to sign in as somebody else. */
function WhosePhone({ ownerId, name }: { ownerId: string; name: string }) {
  const words = useWords()
  const { leaving, isTold, leave } = useLeave(ownerId)
  return (
    <form
      method="post"
      action={SIGN_OUT_PATH}
      onSubmit={leave}
      className="worker-whose"
      aria-label={words.changePerson}
    >
      <LeavingNotice leaving={leaving} />
      <span>{words.thisPhone({ name })}</span>
      <button type="submit">{isTold ? words.signOutAnyway : words.changePerson}</button>
    </form>
  )
}

/** Why she is not signed out yet. */
function LeavingNotice({ leaving }: { leaving: Leaving | null }) {
  const words = useWords()
  const told = leaving ? leavingWords(words, leaving) : ''
  return told && <Notice kind="problem" text={told} />
}

function Foot({ ownerId }: { ownerId: string }) {
  const words = useWords()
  const { leaving, isTold, leave } = useLeave(ownerId)
  return (
    <footer className="worker-foot">
      <Link to={NEWS_PATH}>
        <Icon name={phoneIcons.send} />
        {words.news}
      </Link>
      <Link to="/contact?subject=shg-program" reloadDocument>
        <Icon name={phoneIcons.circleHelp} />
        {words.help}
      </Link>
      <Link to="/" reloadDocument>
        <Icon name="shopping-basket" />
        {words.openShop}
      </Link>
      <form method="post" action={SIGN_OUT_PATH} onSubmit={leave}>
        <LeavingNotice leaving={leaving} />
        <button type="submit">
          <Icon name={phoneIcons.logOut} />
          {isTold ? words.signOutAnyway : words.signOut}
        </button>
      </form>
    </footer>
  )
}

function leavingWords(words: Words, leaving: Leaving): string {
  if (leaving.kind !== 'unsent') return ''
  const { photos, taps, decisions } = leaving
  return [
    taps > 0 && words.unsentCount,
    photos > 0 && words.unsent({ count: photos }),
    decisions > 0 && words.unsentDecisions({ count: decisions }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A notice while there is no network, with the number of unsent items. */
function NetworkNotice() {
  const isOnline = useIsOnline()
  const words = useWords()
  const phone = usePhone()
  const waiting = unsentOn(phone)
  const isWaiting = waiting.starts + waiting.photos > 0 || waiting.counted !== null
  const isShown = !isOnline || (phone.isStuck && isWaiting)
  const waits = isWaiting ? unsentLine(words, waiting) : ''
  return (
    <>
      <div className={isShown ? 'worker-offline' : undefined}>
        {isShown && <CutCloud />}
        <p role="status">
          {isShown && !isOnline && <span>{words.offline}</span>}
          {isShown && isWaiting && <b>{waits}</b>}
        </p>
        {isShown && <SayButton text={[isOnline ? '' : words.offline, waits]} />}
      </div>
      {phone.problem && !isOnline && <p className="worker-offline">{words.notSaved[phone.problem]}</p>}
    </>
  )
}

function unsentOn({ starts, steps, photos }: Phone): Unsent {
  const waits = ({ refused }: { refused: unknown }) => !refused
  const [counts, pictures] = [steps.filter(waits), photos.filter(waits)]
  return {
    starts: starts.filter(waits).length,
    counted: counts.length > 0 ? counts.reduce((sum, { step }) => sum + step, 0) : null,
    photos: pictures.length,
    bytes: pictures.reduce((sum, { bytes }) => sum + bytes.size, 0),
  }
}

/** An inline drawing, because nothing can be fetched when it is shown. */
function CutCloud() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" width="36" height="36">
      <path
        d="M26 66C12 66 8 48 22 44C22 28 44 22 52 36C66 30 80 42 74 54C84 58 80 70 70 70H26Z"
        fill="#e7d3b1"
      />
      <path d="M52 36C66 30 80 42 74 54C84 58 80 70 70 70H44C66 66 66 44 52 36Z" fill="#aa9576" />
      <path d="M18 18L80 84" fill="none" stroke="#d5442c" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}
