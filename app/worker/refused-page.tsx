import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { countAllWaiting } from '#app/worker/offline/phone-store.ts'
import { canQueue } from '#app/worker/offline/waiting.ts'
import { WORKER_HOME } from '#app/worker/paths.ts'
import { wordsIn } from '#app/worker/words.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'

/** Replaces a worker's screen. 401: asks a visitor to sign in; 403: the account is no worker's. */
export default function RefusedPage({ status }: { status: number }) {
  const { pathname } = useLocation()
  if (status === 403) {
    return (
      <AccessDenied
        action={<ButtonLink to="/contact?subject=shg-program">Ask about the programme</ButtonLink>}
      >
        This page is for the members of our self-help groups. To join the programme, write to us.
      </AccessDenied>
    )
  }
  const title =
    pathname === WORKER_HOME ? 'Please sign in to see your work' : 'Please sign in to upload photos'
  return (
    <>
      <title>SHG Worker Dashboard</title>
      <SignInPrompt title={title} returnTo={pathname}>
        This page is for the members of our self-help groups.
      </SignInPrompt>
      <SignInToSend />
    </>
  )
}

/**
 * For signed-out visitors, in every language: asks to sign in and shows the number of unsent items on this
 * phone.
 */
function SignInToSend() {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    if (canQueue()) void countAllWaiting().then(setWaiting, () => {})
  }, [])
  return (
    <section className="wrap grid gap-4 pb-section text-lg">
      <p lang="hi">अपना काम देखने के लिए साइन इन करें</p>
      {waiting > 0 && (
        <div role="status">
          {LANGUAGES.map((language) => (
            <p key={language} lang={language}>
              {wordsIn(language).waitingHere(waiting)}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
