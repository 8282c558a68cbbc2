/** English; the keys and gaps of all languages. */
import { words as screens } from '#app/programme/worker/words/en.ts'

export const words = {
  hello: 'Namaste, {name}',
  lead: 'This is the programme of {brand} for the members of our self-help groups. You will sign in with your number ending in {digits} and a PIN. Choose the PIN now.',
  newPin: 'New PIN, 6 digits',
  newPinHint: 'Not 000000, 123456 or part of your phone number. Tell nobody.',
  again: 'The same PIN again',
  phoneOf: 'Whose phone is this?',
  own: 'My own phone',
  ownHint: 'You stay signed in for 30 days',
  shared: 'A shared phone',
  sharedHint: 'You are signed out when the browser is closed',
  join: 'Save the PIN and begin',
  signIn: 'Sign in',
  signInLead: 'See your work with your phone number and PIN.',
  phone: 'Mobile number',
  pin: 'PIN, 6 digits',
  forgot: 'Forgot the PIN?',
  forgotLine: 'Ask your coordinator for a new card.',
  byEmail: 'Sign in by email',
  who: 'Who are you?',
  whoLine: 'These members of this number have the same PIN. Choose your name and enter the PIN again.',
  somebody:
    '{name} is signed in on this phone. If you go on, {name} is signed out. What she has not sent yet stays on this phone.',
  problems: {
    not_six_digits: 'Enter 6 digits',
    too_easy: 'This PIN is too easy to guess. Choose another.',
    not_same: 'The two PINs are not the same',
    phone: 'Enter the 10-digit mobile number',
    device: 'Say whose phone this is',
    person: 'Choose your name',
  },
  cookiesBlocked:
    'This phone’s browser blocks cookies, so you cannot stay signed in. Allow cookies for this site in its settings.',
  wrong:
    'This number and PIN do not go together. After {tries} wrong tries the PIN is locked; then only a new card from your coordinator helps.',
  wait: {
    one: 'Too many tries. Please try again in {count} minute.',
    other: 'Too many tries. Please try again in {count} minutes.',
  },
  phoneFull: 'Four members already sign in with this number. Ask your coordinator to enter another one.',
  cards: {
    used: {
      title: 'This card has been used',
      line: 'If you chose a PIN, sign in with your phone number and PIN. If you did not, tell your coordinator.',
    },
    replaced: {
      title: 'This card is an old one',
      line: 'A newer card was made for you. Open the link of the new card.',
    },
    expired: {
      title: 'This card has run out',
      line: 'A card is good for three days. Ask your coordinator for a new one.',
    },
    unknown: {
      title: 'This link is not right',
      line: 'Open the whole link, or ask your coordinator for a new card.',
    },
  },
  // As on the screens that she comes to.
  listen: screens.listen,
  stop: screens.stop,
  speech: screens.speech,
  language: 'Language',
  sample: 'These words are a sample. A speaker of the language has not checked them yet.',
} as const
