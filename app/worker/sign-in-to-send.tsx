import { useEffect, useState } from 'react'
import { canQueue } from '#app/worker/offline/can-queue.ts'
import { countAllWaiting } from '#app/worker/offline/phone-store.ts'
import { wordsIn } from '#app/worker/words.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'

/** For whoever is signed out, in every language: to sign in, and how much waits on this phone until then. */
export function SignInToSend() {
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
