import { type ReactNode, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import type { FactorTexts } from '#app/auth/factor-texts.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { FACTOR_QUESTION_PATH } from '#app/kit/paths.ts'
import { useReaderOf } from '#app/kit/work/reader.ts'

type PasskeyFormProps = {
  purpose: 'prove' | 'enrol'
  intent: 'passkey' | 'add-passkey'
  action: string
  /** False if the shop is opened by an IP address, because passkeys need a domain name. */
  isPossible: boolean
  label: string
  children?: ReactNode
}

/** A button that asks the browser for a passkey and sends its response. It needs JavaScript. */
export function PasskeyForm({ purpose, intent, action, isPossible, label, children }: PasskeyFormProps) {
  const { add: words } = useReaderOf<FactorTexts>().words
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLInputElement>(null)
  const submit = useSubmit()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const hasScripts = useHydrated()
  if (!isPossible) return <p className="text-ink-soft">{words.needsName}</p>
  const askForPasskey = async () => {
    setProblem(null)
    setBusy(true)
    try {
      const response = await askBrowser(purpose)
      if (answer.current) answer.current.value = JSON.stringify(response)
      await submit(form.current)
    } catch (error) {
      setProblem(error instanceof Error && error.name === 'NotAllowedError' ? words.cancelled : words.failed)
    }
    setBusy(false)
  }
  return (
    <Form ref={form} method="post" action={action} className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <input ref={answer} type="hidden" name="answer" />
      {children}
      {problem && <Banner tone="danger">{problem}</Banner>}
      {hasScripts ? (
        <Button type="button" wide busy={isBusy} onClick={askForPasskey}>
          {label}
        </Button>
      ) : (
        <p className="text-ink-soft">{words.needsScripts}</p>
      )}
    </Form>
  )
}

/** Fetches the shop's WebAuthn options, and returns the response of this browser's passkey. */
async function askBrowser(purpose: 'prove' | 'enrol') {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const body = new URLSearchParams({ purpose })
  const response = await fetch(FACTOR_QUESTION_PATH, { method: 'POST', body })
  if (!response.ok) throw new Error('no WebAuthn options')
  const optionsJSON = await response.json()
  return purpose === 'prove' ? startAuthentication({ optionsJSON }) : startRegistration({ optionsJSON })
}
