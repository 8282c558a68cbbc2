import type { Email } from '#infra/email/mailer.ts'
import { letter } from '#infra/email/templates/layout.ts'
import type { FactorNews, KeyNews } from '#shop/ctx.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

type AccountEmail = { brand: string; to: string; url: string }
/** The page's or the worker's language; English for all others. */
type TranslatedEmail = AccountEmail & { language: WrittenLanguage }

type Wording = {
  title: string
  /** The subject, if it differs from the title. */
  subject?: string
  before: string[]
  open: string
  after: string[]
}
type Letters = Record<'verification' | 'reset' | 'alreadyRegistered' | 'unfinished', Wording> & {
  passwordChanged: (signedOut: SignedOut) => Wording
}
type SignedOut = 'every device' | 'every other device'

const en: Letters = {
  verification: {
    title: 'Verify your email address',
    subject: 'Verify your email address for {brand}',
    before: ['Open this link to finish creating your account. It works once, for one hour.'],
    open: 'Verify my email',
    after: ['If you didn’t sign up, you can ignore this email.'],
  },
  reset: {
    title: 'Reset your password',
    before: ['Open this link to choose a new password. It works once, for one hour.'],
    open: 'Choose a new password',
    after: ['If you did not ask for this, your password stays as it is.'],
  },
  alreadyRegistered: {
    title: 'You already have an account',
    before: ['Someone, perhaps you, tried to sign up with this email address. You already have an account.'],
    open: 'Sign in',
    after: ['If it wasn’t you, you can ignore this email: no one was let in.'],
  },
  unfinished: {
    title: 'Finish creating your account',
    before: [
      'There is an account for this address that was never verified. Choose a password for it, and it is yours; the link works once, for one hour.',
    ],
    open: 'Choose a password',
    after: ['If it wasn’t you, you can ignore this email: no one was let in.'],
  },
  passwordChanged: (signedOut) => ({
    title: 'Your password was changed',
    before: [
      `Your password was changed just now, and ${signedOut} was signed out.`,
      'If it was not you, choose a new one right away, and check that your mailbox is safe.',
    ],
    open: 'Choose a new password',
    after: [],
  }),
}

const hi: Letters = {
  verification: {
    title: 'अपने ईमेल की पुष्टि करें',
    before: ['खाता पूरा करने के लिए यह लिंक खोलें। यह एक ही बार और एक घंटे तक चलेगा।'],
    open: 'पुष्टि करें',
    after: ['अगर आपने खाता नहीं बनाया, तो इस ईमेल को छोड़ दें।'],
  },
  reset: {
    title: 'नया पासवर्ड बनाएँ',
    before: ['नया पासवर्ड चुनने के लिए यह लिंक खोलें। यह एक ही बार और एक घंटे तक चलेगा।'],
    open: 'नया पासवर्ड चुनें',
    after: ['अगर आपने यह नहीं माँगा, तो कुछ न करें। आपका पासवर्ड वही रहेगा।'],
  },
  alreadyRegistered: {
    title: 'आपका खाता पहले से है',
    before: ['किसी ने, शायद आपने, इस ईमेल से नया खाता बनाना चाहा। आपका खाता पहले से है।'],
    open: 'लॉग इन करें',
    after: ['अगर यह आपने नहीं किया, तो इस ईमेल को छोड़ दें। किसी को आपका खाता नहीं मिला।'],
  },
  unfinished: {
    title: 'अपना खाता पूरा करें',
    before: [
      'इस ईमेल से एक खाता है जिसकी पुष्टि नहीं हुई। उसके लिए पासवर्ड चुनें, फिर वह आपका है। यह लिंक एक ही बार और एक घंटे तक चलेगा।',
    ],
    open: 'पासवर्ड चुनें',
    after: ['अगर यह आपने नहीं किया, तो इस ईमेल को छोड़ दें। किसी को आपका खाता नहीं मिला।'],
  },
  passwordChanged: (signedOut) => ({
    title: 'आपका पासवर्ड बदल गया है',
    before: [
      signedOut === 'every device'
        ? 'आपका पासवर्ड अभी बदला गया है, और सब जगह लॉग आउट हो गया है।'
        : 'आपका पासवर्ड अभी बदला गया है, और बाकी सब जगह लॉग आउट हो गया है।',
      'अगर यह आपने नहीं किया, तो तुरंत नया पासवर्ड चुनें, और देख लें कि कोई और आपका ईमेल तो नहीं खोल रहा।',
    ],
    open: 'नया पासवर्ड चुनें',
    after: [],
  }),
}

const LETTERS: Record<WrittenLanguage, Letters> = { en, hi }

const SUBJECTS: Record<WrittenLanguage, string> = { en: '{title} at {brand}', hi: '{brand}: {title}' }

function emailOf(wording: Wording, { url, language, ...about }: TranslatedEmail): Promise<Email> {
  const { title, before: lines, open: label, after } = wording
  const subject = (wording.subject ?? SUBJECTS[language])
    .replace('{title}', () => title)
    .replace('{brand}', () => about.brand)
  return letter({ ...about, language, title, subject, lines, link: { url, label }, after })
}

/**
 * `alreadyRegistered`: for the owner of a registered address with which someone signed up. `unfinished`: the same for
 * an unverified address; choosing a password verifies the address and replaces the earlier password.
 */
export function accountEmail(kind: Exclude<keyof Letters, 'passwordChanged'>, email: TranslatedEmail) {
  return emailOf(LETTERS[email.language][kind], email)
}

/** Sent after a reset or change, so that the owner of a stolen account notices. */
export function passwordChangedEmail({ signedOut, ...email }: TranslatedEmail & { signedOut: SignedOut }) {
  return emailOf(LETTERS[email.language].passwordChanged(signedOut), email)
}

/** Contains the link that deletes the account, for a customer without a password. */
export function deletionLinkEmail({ minutes, ...email }: AccountEmail & { minutes: number }): Promise<Email> {
  const wording = {
    title: 'Delete your account',
    before: [
      `Open this link, in the browser where you are signed in, to delete your account. We’ll ask you to confirm. The link works once, for ${minutes} minutes.`,
    ],
    open: 'Delete my account',
    after: ['If you didn’t ask for this, you can ignore this email: your account stays as it is.'],
  }
  return emailOf(wording, { ...email, language: 'en' })
}

/** Invites a person to work for the shop; `role` in lower case. */
export function invitationEmail({ role, ...email }: AccountEmail & { role: string }): Promise<Email> {
  const wording = {
    title: 'You are invited',
    subject: 'You are invited to work at {brand}',
    before: [
      `An owner of the shop invites you as ${role}. Sign in, or sign up with this address, and accept. The link works once, for three days.`,
    ],
    open: 'Open the invitation',
    after: ['If you don’t know why, you can ignore this email: nothing happens.'],
  }
  return emailOf(wording, { ...email, language: 'en' })
}

/** Contains the link that sets up the first factor, for staff without a second factor. */
export function factorLinkEmail(email: AccountEmail): Promise<Email> {
  return emailOf(FACTOR_LINK, { ...email, language: 'en' })
}

const FACTOR_LINK: Wording = {
  title: 'Set up your second factor',
  before: [
    'Open this link in the browser where you are signed in, and add a passkey or an authenticator app. It works once, for ten minutes.',
  ],
  open: 'Set up the second factor',
  after: [
    'If you didn’t ask for this, somebody may know your password: choose a new one. Without this link they are not let in.',
  ],
}

type NewsTexts = { title: string; line: (who: string) => string; open?: string }

const FACTOR_CHANGES: Readonly<Record<FactorNews | KeyNews, NewsTexts>> = {
  added: {
    title: 'A second factor was added',
    line: (who) => `A passkey or authenticator app was added to ${who}.`,
  },
  removed: {
    title: 'A second factor was removed',
    line: (who) => `A passkey or authenticator app was removed from ${who}.`,
  },
  'recovery-used': {
    title: 'A recovery code was used',
    line: (who) => `A recovery code was used to sign in to ${who}. It does not work again.`,
  },
  'codes-renewed': {
    title: 'New recovery codes were made',
    line: (who) => `New recovery codes were made for ${who}. The earlier ones no longer work.`,
  },
  reset: {
    title: 'The second factor was reset',
    line: (who) =>
      `The second factor of ${who} was removed and all sessions ended. The next sign-in asks to set up a new one.`,
  },
  'key-created': {
    title: 'An API key was created',
    line: (who) => `An API key was created for ${who}. The program that has it acts in your name.`,
    open: 'Look at your API keys',
  },
  'key-revoked': {
    title: 'An API key was revoked',
    line: (who) => `An API key of ${who} was revoked. Programs that use it are refused from now on.`,
    open: 'Look at your API keys',
  },
}

/** `about`: the changed account, in an email to an owner of the shop. */
export function factorChangedEmail({
  news,
  about,
  ...email
}: AccountEmail & { news: FactorNews | KeyNews; about: string | null }): Promise<Email> {
  const { title, line, open = 'Look at your second factor' } = FACTOR_CHANGES[news]
  const after = about
    ? `If you did not expect this, ask ${about}, and look at the audit log.`
    : 'If it was not you, choose a new password right away, and tell the shop.'
  const wording = {
    title,
    before: [line(about ? `the account ${about}` : 'your account')],
    open: about ? 'Open the account' : open,
    after: [after],
  }
  return emailOf(wording, { ...email, language: 'en' })
}

export function accountDeletedEmail(about: { brand: string; to: string }): Promise<Email> {
  const title = 'Your account has been deleted'
  const words =
    'Your account has been deleted, and every device is signed out. We keep past invoices and payments for work for as long as tax law requires, and the log of sign-ins for a year. This is our last email to you.'
  return letter({ ...about, title, subject: `${title} at ${about.brand}`, lines: [words] })
}

type RewardEmail = AccountEmail & { name: string; code: string; value: string; choicesUrl: string }

/** Sent when a friend's first order has been delivered. */
export function rewardEmail({ brand, to, name, code, value, url, choicesUrl }: RewardEmail): Promise<Email> {
  return letter({
    brand,
    to,
    title: `${value} your next order: a friend has joined`,
    lines: [
      `Dear ${name},`,
      `a friend you told about ${brand} has received a first order. Thank you. The code ${code} takes ${value} one order of yours: enter it in the Order Summary at the checkout.`,
    ],
    link: { url, label: 'Browse Products' },
    leave: { words: 'You can turn these emails off in', url: choicesUrl, label: 'Account Settings' },
  })
}
