/** Fields of a draft in form order. Texts may be empty until it is sent. */
import { z } from 'zod'
import { INDIAN_STATES } from '#shop/customers/pin-code.ts'
import { type Field, shapeOf } from '#shop/field.ts'
import { cleanText, isStorable, ONE_LINE } from '#shop/kernel/text.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'
import { ALL_STATES, ORDER_CONDITIONS } from '#shop/newsletters/newsletter.ts'

const UNREADABLE = 'Please use plain text only'
const NO_DAYS = 'Please give a whole number of days from 1 to 3650'

const MAX_LINE = 150
const MAX_BODY = 20_000

const line = z
  .string({ error: UNREADABLE })
  .overwrite(cleanText)
  .max(MAX_LINE, `Please keep this to ${MAX_LINE} characters`)
  // Line breaks could inject mail headers.
  .regex(ONE_LINE, UNREADABLE)
  .refine(isStorable, UNREADABLE)

export const NEWSLETTER_FIELDS = {
  subject: { kind: 'line', schema: line, empty: '', label: 'Subject', maxLength: MAX_LINE },
  preheader: {
    kind: 'line',
    schema: line,
    empty: '',
    label: 'Preheader',
    hint: 'The line that mailboxes show after the subject',
    optional: true,
    maxLength: MAX_LINE,
  },
  body: {
    kind: 'text',
    schema: z
      .string({ error: UNREADABLE })
      .overwrite(cleanText)
      .max(MAX_BODY, 'Please keep this to 20,000 characters')
      .refine(isStorable, UNREADABLE)
      // Plain forms send CRLF line ends, scripts LF.
      .transform((text) => text.replace(/\r\n?/g, '\n')),
    empty: '',
    label: 'Text',
    hint: '# Heading, **bold**, _italic_, [words](/products) for a link, lines beginning with - for a list. An empty line begins a paragraph. Links are https or a path of the shop.',
    maxLength: MAX_BODY,
    rows: 16,
  },
  ordered: {
    kind: 'choice',
    schema: z.enum(ORDER_CONDITIONS, { error: 'Please choose who gets it' }),
    empty: 'any',
    label: 'Who gets it',
    values: ORDER_CONDITIONS,
    names: {
      any: 'All confirmed subscribers',
      yes: 'Those who have ordered in the last days',
      no: 'Those who have not ordered in the last days',
    },
  },
  days: {
    kind: 'integer',
    schema: z.preprocess(
      (typed) => (typed === '' || typed === undefined || typed === null ? null : numberIn(String(typed))),
      z.number({ error: NO_DAYS }).int(NO_DAYS).min(1, NO_DAYS).max(3650, NO_DAYS).nullable(),
    ),
    empty: null,
    label: 'In the last days',
    hint: 'Needed for those who have or have not ordered; not used for all subscribers',
  },
  state: {
    kind: 'choice',
    schema: z.enum([ALL_STATES, ...INDIAN_STATES], { error: 'Please choose a state' }),
    empty: ALL_STATES,
    label: 'State of the last order’s address',
    values: [ALL_STATES, ...INDIAN_STATES],
    names: { [ALL_STATES]: 'All, including subscribers without an order' },
  },
} satisfies Record<string, Field>

/** Drops the days if the audience has no condition on orders. */
export const newsletterInput = z
  .object(shapeOf(NEWSLETTER_FIELDS))
  .superRefine(({ ordered, days }, context) => {
    if (ordered !== 'any' && days === null)
      context.addIssue({ code: 'custom', path: ['days'], message: NO_DAYS })
  })
  .transform((draft) => (draft.ordered === 'any' ? { ...draft, days: null } : draft))
export type NewsletterDraft = z.output<typeof newsletterInput>
