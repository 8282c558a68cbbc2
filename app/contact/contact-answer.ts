import type { ContactField } from '#shop/messages/message.ts'

export type ContactProblems = Partial<Record<ContactField, string>>

/** What the server says to a sent form. `notice` is what is wrong with the form as a whole. */
export type ContactAnswer =
  | { ok: true; ticket: string }
  | { ok: false; notice: string | null; problems: ContactProblems; values: Record<ContactField, string> }
