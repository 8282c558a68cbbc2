import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { isWorkerPath, SIGN_IN_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { OtherLanguages } from '#app/kit/work/language-buttons.tsx'
import { TextsContext } from '#app/kit/work/reader.ts'
import { countAllWaiting } from '#app/programme/offline/phone-store.ts'
import { canQueue } from '#app/programme/offline/waiting.ts'
import { ERROR_TEXTS } from '#app/programme/words/error-texts.ts'
import { useWords } from '#app/programme/words/words.ts'
import { errorName, FramedError, mainLink } from '#app/programme/worker/framed-error.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import type { Language } from '#shop/programme/worker.ts'

/** Error page for a worker's screen whose frame failed as well, or for a failed sign-in page in a worker's language. */
export default function WorkerErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const language = useRootData()?.language ?? 'hi'
  const isInShop = !isWorkerPath(pathname) && !pathname.startsWith('/worker/')
  if (isInShop && language === 'en') return <ErrorPage error={error} />
  const Page = isInShop ? InTheShop : OnScreens
  return (
    <TextsContext value={{ language, texts: ERROR_TEXTS[language] }}>
      <Page error={error} language={language} />
    </TextsContext>
  )
}

type ErrorIn = { error: unknown; language: Language }

/** The error in the style of the worker's screens, with sound and a choice of languages. */
function OnScreens({ error, language }: ErrorIn) {
  const words = useWords()
  return (
    <>
      <a href="#main" className="skip-link">
        {words.screens.skip}
      </a>
      <div className="worker">
        <meta name="robots" content="noindex" />
        <header className="worker-top">
          <div className="worker-who">
            <h1>{words.app.name}</h1>
          </div>
          <OtherLanguages
            language={language}
            label={words.language}
            className="pin-languages"
            linkClassName="worker-other"
          />
        </header>
        <main id="main" tabIndex={-1} className="worker-main">
          <FramedError error={error} />
          {errorName(error) === 'signIn' && <StillToSend />}
        </main>
      </div>
    </>
  )
}

/** The error in the shop's style, for the sign-in by email. */
function InTheShop({ error, language }: ErrorIn) {
  const { pathname, search } = useLocation()
  const account = useRootData()?.account ?? ''
  const words = useWords()
  const name = errorName(error)
  const { title, line } = words.screens.errors[name]
  // People who are not workers can get these errors, too.
  const isWorker = account === 'worker' || account === 'admin'
  const home = isWorker
    ? { to: WORKER_HOME, label: words.screens.toDashboard }
    : { to: '/', label: words.screens.openShop }
  const missing = account === '' ? { to: SIGN_IN_PATH, label: words.screens.signIn } : home
  const action = name === 'missing' ? missing : mainLink(name, pathname + search, words)
  return (
    <section lang={language} className="wrap grid gap-4 py-section">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl leading-snug">{title}</h1>
      <p className="max-w-read text-lg text-ink-soft">{line}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={action.to} reloadDocument>
          {action.label}
        </ButtonLink>
        {action.to !== home.to && (
          <ButtonLink to={home.to} reloadDocument look="line">
            {home.label}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** Shows signed-out visitors how many items of all people are unsent on this phone. */
function StillToSend() {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    if (canQueue()) void countAllWaiting().then(setWaiting, () => {})
  }, [])
  const text = useWords().screens.waitingHere({ count: waiting })
  if (waiting === 0) return null
  return (
    <div className="worker-offline">
      <p role="status">{text}</p>
      <SayButton text={text} />
    </div>
  )
}
