import type { RefObject } from 'react'
import { Form, Link } from 'react-router'
import type { ContactAnswer, ContactProblems } from '#app/contact/contact-answer.ts'
import { useContactForm } from '#app/contact/use-contact-form.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { Spinner } from '#app/kit/spinner.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import {
  CONTACT_SUBJECTS,
  type ContactField,
  type ContactSubject,
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#shop/messages/message.ts'

export type ContactFormProps = {
  answer: ContactAnswer | undefined
  /** The subject that the link to this page asked for. */
  chosen: ContactSubject | null
}

/** Name, e-mail, subject, message. A sent message empties the form and leaves its ticket number above it. */
export function ContactForm({ answer, chosen }: ContactFormProps) {
  const { problems, isBusy, form, news, on } = useContactForm(answer)
  const hydrated = useHydrated()
  const fresh = { name: '', email: '', subject: answer?.ok ? '' : (chosen ?? ''), message: '' }
  const values = answer && !answer.ok ? answer.values : fresh
  return (
    <div id="form">
      <News answer={answer} box={news} />
      <Form
        // A new form after each message that was sent.
        key={answer?.ok ? answer.ticket : 'first'}
        ref={form}
        method="post"
        preventScrollReset
        noValidate={hydrated}
        {...on}
        className="grid gap-5"
      >
        <Fields problems={problems} values={values} />
        <div>
          <Button>{isBusy ? <Sending /> : 'Send Message'}</Button>
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

function Sending() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Spinner />
      Sending...
    </span>
  )
}

function News({ answer, box }: { answer: ContactAnswer | undefined; box: RefObject<HTMLDivElement | null> }) {
  if (!answer) return null
  return (
    <div ref={box} tabIndex={-1} className="mb-6 scroll-mt-28">
      {answer.ok ? (
        <Banner tone="positive" title="Message sent successfully!">
          We&apos;ll get back to you as soon as possible. Your ticket number is{' '}
          <strong>{answer.ticket}</strong>. You’ll get a confirmation email within 48 hours.
        </Banner>
      ) : (
        answer.notice && <Banner tone="danger">{answer.notice}</Banner>
      )}
    </div>
  )
}

type FieldsProps = { problems: ContactProblems; values: Record<ContactField, string> }

function Fields({ problems, values }: FieldsProps) {
  const field = (name: ContactField) => ({
    id: `contact-${name}`,
    name,
    required: true,
    defaultValue: values[name],
    errors: problems[name] ? [problems[name]] : null,
  })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" {...field('name')} autoComplete="name" maxLength={MAX_NAME_LENGTH} />
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
        />
      </div>
      <SelectField label="Subject" {...field('subject')}>
        <option value="">Choose a subject</option>
        {CONTACT_SUBJECTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Message" {...field('message')} rows={6} maxLength={MAX_MESSAGE_LENGTH} />
    </>
  )
}
