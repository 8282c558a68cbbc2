import { Form } from 'react-router'
import { PasskeyForm } from '#app/auth/passkey-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { QrCode } from '#app/kit/qr-code.tsx'

/** A secret for an authenticator app: sealed for the form, in groups of four letters, and as a QR code. */
export type ShownOffer = { offer: string; secret: string; code: { size: number; path: string } }

type AddFactorProps = {
  action: string
  offer: ShownOffer
  isPasskeyPossible: boolean
  /** Of the mailed link; null where none is needed. */
  token?: string | null
  problems: Problems
  values: FormValues
}

/** The two ways to add a factor: a passkey, or an authenticator app with its first code. */
export function AddFactor({ action, offer, isPasskeyPossible, token, problems, values }: AddFactorProps) {
  const hidden = token ? <input type="hidden" name="token" value={token} /> : null
  const isApp = values.intent === 'add-app'
  return (
    <>
      <section className="grid gap-4" aria-labelledby="add-passkey">
        <h2 id="add-passkey" className="display text-xl">
          Passkey
        </h2>
        <p className="text-ink-soft">
          Your phone, computer or security key confirms with your finger, face or PIN. Nothing to type, and no
          false site can ask for it.
        </p>
        <PasskeyForm
          {...{ action, isPossible: isPasskeyPossible }}
          purpose="enrol"
          intent="add-passkey"
          label="Add a Passkey"
        >
          {hidden}
          <TextField
            label="Name"
            name="name"
            optional
            maxLength={60}
            hint="So that you know it in the list: “My phone”."
            defaultValue={isApp ? '' : values.name}
          />
        </PasskeyForm>
      </section>
      <section className="grid gap-4 border-t border-line pt-6" aria-labelledby="add-app">
        <h2 id="add-app" className="display text-xl">
          Authenticator app
        </h2>
        <p className="text-ink-soft">
          Scan this code with an authenticator app, such as Aegis, Google Authenticator or Microsoft
          Authenticator, and type the six digits that it shows.
        </p>
        <QrCode code={offer.code} label="QR code of the secret below" className="w-48 rounded-xs" />
        <p>
          Or type this secret into the app:{' '}
          <code className="font-semibold wrap-anywhere">{offer.secret}</code>
        </p>
        <Form method="post" action={action} className="grid gap-5">
          {hidden}
          <input type="hidden" name="offer" value={offer.offer} />
          <TextField
            label="Name"
            name="name"
            optional
            maxLength={60}
            defaultValue={isApp ? values.name : ''}
            errors={isApp && problems.name ? [problems.name] : null}
          />
          <TextField
            label="Six digits from the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            errors={problems.code ? [problems.code] : null}
          />
          <Button wide look="line" name="intent" value="add-app">
            Add the App
          </Button>
        </Form>
      </section>
    </>
  )
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="grid gap-4" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className="display text-xl">
        Your recovery codes
      </h2>
      <Banner tone="warning" live={false}>
        They are shown this once. Print them or write them down, and keep them away from this device.
      </Banner>
      <p className="text-ink-soft">Each lets you in once when your passkey or app is lost.</p>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lg">{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
