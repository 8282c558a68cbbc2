/** Schemas of messages and newsletter, shared by pages and API. */
import { z } from 'zod'
import { signInInput } from '#shop/customers/input.ts'
import { cleanText, isStorable, ONE_LINE } from '#shop/kernel/text.ts'
import {
  CONTACT_PROBLEMS,
  CONTACT_SUBJECTS,
  type ContactSide,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
} from '#shop/messages/message.ts'

const UNREADABLE = 'Please use plain text only'

// The same rule as for an account's address.
const { email } = signInInput.shape

const name = z
  .string({ error: CONTACT_PROBLEMS.name })
  .overwrite(cleanText)
  .min(1, CONTACT_PROBLEMS.name)
  .max(MAX_NAME_LENGTH, `Please keep your name to ${MAX_NAME_LENGTH} characters`)
  // Line breaks could inject mail headers.
  .regex(ONE_LINE, UNREADABLE)
  .refine(isStorable, UNREADABLE)

const message = z
  .string({ error: CONTACT_PROBLEMS.message })
  .overwrite(cleanText)
  .min(1, CONTACT_PROBLEMS.message)
  .max(MAX_MESSAGE_LENGTH, `Please keep your message to ${MAX_MESSAGE_LENGTH} characters`)
  .refine(isStorable, UNREADABLE)
  // Plain forms send CRLF line ends, scripts LF.
  .transform((text) => text.replace(/\r\n?/g, '\n'))

const subject = z.enum(
  CONTACT_SUBJECTS.map(({ value }) => value),
  { error: CONTACT_PROBLEMS.subject },
)

export const contactInput = z.object({ name, email, subject, message })

export type ContactMessageInput = z.infer<typeof contactInput> & { side: ContactSide }

export const newsletterInput = z.object({ email })

/** Signed-in customers omit the address. */
export const stockNoticeInput = z.object({ productId: z.string().max(200), email: email.optional() })

export const replyInput = z.object({
  body: z
    .string({ error: 'Please write an answer' })
    .overwrite(cleanText)
    .min(1, 'Please write an answer')
    .max(MAX_MESSAGE_LENGTH, `Please keep your answer to ${MAX_MESSAGE_LENGTH} characters`)
    .refine(isStorable, UNREADABLE)
    .transform((text) => text.replace(/\r\n?/g, '\n')),
})

const noteText = z
  .string()
  .overwrite(cleanText)
  .max(MAX_NOTE_LENGTH, `Please keep your note to ${MAX_NOTE_LENGTH} characters`)
  .refine(isStorable, UNREADABLE)
  .transform((text) => text.replace(/\r\n?/g, '\n'))

/** `shown`: the note when editing began. */
export const noteInput = z.object({ note: noteText, shown: noteText })
