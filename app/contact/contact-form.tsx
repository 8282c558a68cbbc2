import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, Spinner } from '#app/kit/button.tsx'
import { SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, type Problems, problemsOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { useForm } from '#app/kit/use-form.ts'
import { GrievanceOfficer, SellerDetails } from '#app/legal/seller-details.tsx'
import type { Seller } from '#shop/ctx.ts'
import {
  CONTACT_FIELDS,
  CONTACT_PROBLEMS,
  CONTACT_SUBJECTS,
  type ContactSubject,
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#shop/messages/message.ts'

export type Prefill = Record<'name' | 'email' | 'message', string> & { subject: ContactSubject }

type ContactFormProps = {
  answer: FormAnswer<{ ticket: string }> | undefined
  chosen: ContactSubject | null
  prefill: Prefill | null
}

function ContactForm({ answer, chosen, prefill }: ContactFormProps) {
  const hydrated = useHydrated()
  const notice = useRef<HTMLDivElement>(null)
  // Focuses the notice above the form, which says that the message was sent, or why not.
  useEffect(() => {
    if (answer && (answer.ok || answer.message)) notice.current?.focus()
  }, [answer])
  const empty = { name: '', email: '', subject: '', message: '' }
  const initial = prefill ?? { ...empty, subject: chosen ?? '' }
  const values = answer?.ok ? empty : (answer?.values ?? initial)
  const { isBusy, field, props } = useForm({ check, isOwn, problems: problemsOf(answer), values })
  return (
    <div id="form">
      {answer && (
        <div ref={notice} tabIndex={-1} className="mb-6 scroll-mt-28">
          {answer.ok ? (
            <Banner tone="positive" title="Message sent successfully!">
              We&apos;ll get back to you as soon as possible. Your ticket number is{' '}
              <strong>{answer.done.ticket}</strong>. You’ll get a confirmation email within 48 hours.
            </Banner>
          ) : (
            answer.message && <Banner tone="danger">{answer.message}</Banner>
          )}
        </div>
      )}
      <Form
        // Shows a new form after each message that was sent.
        key={answer?.ok ? answer.done.ticket : 'first'}
        {...props}
        method="post"
        preventScrollReset
        noValidate={hydrated}
        className="grid gap-5"
      >
        <Fields field={field} />
        <div>
          <Button>
            {isBusy ? (
              <span className="inline-flex items-center gap-2.5">
                <Spinner />
                Sending...
              </span>
            ) : (
              'Send Message'
            )}
          </Button>
          <p className="mt-4 max-w-read text-sm text-ink-soft">
            You’ll get a ticket number right away and a confirmation email within 48 hours. Our{' '}
            <Link to="/privacy-policy" className="link">
              privacy policy
            </Link>{' '}
            says what we keep, and for how long.
          </p>
        </div>
      </Form>
    </div>
  )
}

const isOwn = (form: FormData) => form.has('message')

/** Checks with the browser's own validation, because this page does not load the schema library. */
function check({ elements }: HTMLFormElement): Problems {
  const isWrong = (name: string) => {
    const { validity, value } = elements.namedItem(name) as HTMLInputElement
    return !validity.valid || value.trim() === ''
  }
  const wrong = CONTACT_FIELDS.filter(isWrong)
  return Object.fromEntries(wrong.map((name) => [name, CONTACT_PROBLEMS[name]]))
}

function Fields({ field }: Pick<ReturnType<typeof useForm>, 'field'>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" {...field('name')} required autoComplete="name" maxLength={MAX_NAME_LENGTH} />
        <TextField
          label="Email"
          {...field('email')}
          required
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
        />
      </div>
      <SelectField label="Subject" {...field('subject')} required>
        <option value="">Choose a subject</option>
        {CONTACT_SUBJECTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Message" {...field('message')} required rows={6} maxLength={MAX_MESSAGE_LENGTH} />
    </>
  )
}

type Drawing = { name: string; isScene: boolean }

export function ContactHero({ title, lead, drawing }: { title: string; lead: string; drawing: Drawing }) {
  return (
    <div className="contact-hero">
      <div className="wrap contact-hero-row">
        <div className="contact-hero-text">
          <h1 className="display text-5xl">{title}</h1>
          <p className="mt-5 max-w-[30rem] text-lg">{lead}</p>
        </div>
        <ProductPicture
          src={`/illustrations/${drawing.name}.svg`}
          alt=""
          priority
          className={drawing.isScene ? 'contact-hero-scene' : ''}
        />
      </div>
    </div>
  )
}

export function ContactColumns({ seller, ...form }: ContactFormProps & { seller: Seller }) {
  return (
    <div className="wrap contact-columns">
      <section aria-labelledby="write-to-us">
        <h2 id="write-to-us" className="display mb-6 text-3xl">
          Write to us
        </h2>
        <ContactForm key={form.prefill?.message ?? form.chosen} {...form} />
      </section>
      <aside aria-labelledby="reach-us">
        <h2 id="reach-us" className="display text-2xl">
          Who you reach
        </h2>
        <div className="mt-5">
          <SellerDetails seller={seller} />
        </div>
        <h3 className="mt-8 font-semibold">Complaints</h3>
        <p className="mt-1 mb-4 text-sm text-ink-soft">
          Each one gets a ticket number within 48 hours and an answer within a month.
        </p>
        <GrievanceOfficer seller={seller} />
      </aside>
    </div>
  )
}
