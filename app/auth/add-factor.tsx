import { Form } from 'react-router'
import { CodeField, Interpolate } from '#app/auth/auth-page.tsx'
import type { FactorTexts } from '#app/auth/factor-texts.ts'
import { PasskeyForm } from '#app/auth/passkey-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { QrCode } from '#app/kit/qr-code.tsx'
import { useReaderOf } from '#app/kit/work/reader.ts'

/** A secret for an authenticator app: encrypted for the form, as text in groups of four letters, and as a QR code. */
export type NewApp = { sealedSecret: string; secret: string; code: { size: number; path: string } }

type AddFactorProps = {
  action: string
  app: NewApp
  isPasskeyPossible: boolean
  /** The token of the emailed link; null if none is needed. */
  token?: string | null
  problems: Problems
  values: FormValues
}

export function AddFactor(props: AddFactorProps) {
  return (
    <>
      <AddPasskey {...props} />
      <AddApp {...props} />
    </>
  )
}

function AddPasskey({ action, isPasskeyPossible, token, values }: AddFactorProps) {
  const { add: words, factor } = useReaderOf<FactorTexts>().words
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="add-passkey">
      <h2 id="add-passkey" className="display text-xl">
        {words.passkey}
      </h2>
      <p className="text-ink-soft">{words.passkeyLead}</p>
      <PasskeyForm
        {...{ action, isPossible: isPasskeyPossible }}
        purpose="enrol"
        intent="add-passkey"
        label={words.passkeySubmit}
      >
        {token && <input type="hidden" name="token" value={token} />}
        <TextField
          label={words.name}
          name="name"
          optional={factor.optional}
          maxLength={60}
          hint={words.nameHint}
          defaultValue={values.intent === 'add-app' ? '' : values.name}
        />
      </PasskeyForm>
    </section>
  )
}

function AddApp({ action, app, token, problems, values }: AddFactorProps) {
  const { add: words, factor } = useReaderOf<FactorTexts>().words
  const isApp = values.intent === 'add-app'
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6"
      aria-labelledby="add-app"
    >
      <h2 id="add-app" className="display text-xl">
        {words.app}
      </h2>
      <p className="text-ink-soft">{words.appLead}</p>
      <QrCode code={app.code} label={words.qr} className="w-48 max-w-full rounded-xs" />
      <p>
        <Interpolate text={words.secret({ secret: '{secret}' })} mark="{secret}">
          <code className="font-semibold wrap-anywhere">{app.secret}</code>
        </Interpolate>
      </p>
      <Form method="post" action={action} className="grid gap-5">
        {token && <input type="hidden" name="token" value={token} />}
        <input type="hidden" name="offer" value={app.sealedSecret} />
        <TextField
          label={words.name}
          name="name"
          optional={factor.optional}
          maxLength={60}
          defaultValue={isApp ? values.name : ''}
          errors={isApp && problems.name ? [problems.name] : null}
        />
        <CodeField label={words.code} problem={problems.code} />
        <Button wide look="line" name="intent" value="add-app">
          {words.appSubmit}
        </Button>
      </Form>
    </section>
  )
}

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { codes: words } = useReaderOf<FactorTexts>().words
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className="display text-xl">
        {words.title}
      </h2>
      <Banner tone="warning" live={false}>
        {words.once}
      </Banner>
      <p className="text-ink-soft">{words.each}</p>
      <ul className="grid gap-y-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
