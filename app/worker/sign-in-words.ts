/** The words of joining and signing in by PIN, in both languages. The server picks one. */
import { MAX_WRONG_PINS } from '#shop/programme/pin.ts'
import type { Language } from '#shop/programme/worker.ts'

const en = {
  language: 'en' as Language,
  hello: (name: string) => `Namaste, ${name}`,
  joinTitle: 'Join the programme',
  lead: (brand: string, digits: string) =>
    `This is the programme of ${brand} for the members of our self-help groups. You will sign in with your number ending in ${digits} and a PIN. Choose the PIN now.`,
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
  somebody: (name: string) =>
    `${name} is signed in on this phone. If you go on, ${name} is signed out. What she has not sent yet stays on this phone.`,
  problems: {
    not_six_digits: 'Enter 6 digits',
    too_easy: 'This PIN is too easy to guess. Choose another.',
    not_same: 'The two PINs are not the same',
    phone: 'Enter the 10-digit mobile number',
    device: 'Say whose phone this is',
    person: 'Choose your name',
  },
  wrong: `This number and PIN do not go together. After ${MAX_WRONG_PINS} wrong tries the PIN is locked; then only a new card from your coordinator helps.`,
  wait: (minutes: number) => `Too many tries. Please try again in ${minutes} minutes.`,
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
}

export type SignInWords = typeof en
export type PinFormProblem = keyof SignInWords['problems']

const hi: SignInWords = {
  language: 'hi',
  hello: (name) => `नमस्ते, ${name} जी`,
  joinTitle: 'काम से जुड़ें',
  lead: (brand, digits) =>
    `यह ${brand} का काम है, हमारे स्वयं सहायता समूहों की सदस्यों के लिए। आगे आप अपने मोबाइल नंबर (आखिरी अंक ${digits}) और पिन से साइन इन करेंगी। अभी अपना पिन चुनें।`,
  newPin: 'नया पिन, 6 अंक',
  newPinHint: '000000, 123456 या मोबाइल नंबर के अंक न रखें। पिन किसी को न बताएँ।',
  again: 'वही पिन फिर से',
  phoneOf: 'यह फ़ोन किसका है?',
  own: 'मेरा अपना फ़ोन',
  ownHint: '30 दिन तक साइन इन रहेंगी',
  shared: 'साझा फ़ोन',
  sharedHint: 'ब्राउज़र बंद होते ही लॉग आउट हो जाएँगी',
  join: 'पिन सेव करें, काम देखें',
  signIn: 'साइन इन करें',
  signInLead: 'मोबाइल नंबर और पिन से अपना काम देखें।',
  phone: 'मोबाइल नंबर',
  pin: 'पिन, 6 अंक',
  forgot: 'पिन भूल गईं?',
  forgotLine: 'अपने कोऑर्डिनेटर से नया कार्ड माँगें।',
  byEmail: 'ईमेल से साइन इन करें',
  who: 'आप कौन हैं?',
  whoLine: 'इस नंबर पर इन सदस्यों का पिन एक जैसा है। अपना नाम चुनें और पिन फिर से लिखें।',
  somebody: (name) =>
    `इस फ़ोन पर अभी ${name} साइन इन हैं। आप आगे बढ़ेंगी तो ${name} लॉग आउट हो जाएँगी। उनका जो काम भेजना बाकी है, वह इस फ़ोन में रहेगा।`,
  problems: {
    not_six_digits: '6 अंक लिखें',
    too_easy: 'यह पिन बहुत आसान है। दूसरा पिन चुनें।',
    not_same: 'दोनों पिन एक जैसे नहीं हैं',
    phone: '10 अंकों का मोबाइल नंबर लिखें',
    device: 'बताएँ कि यह फ़ोन किसका है',
    person: 'अपना नाम चुनें',
  },
  wrong: `मोबाइल नंबर या पिन सही नहीं है। ${MAX_WRONG_PINS} बार गलत होने पर पिन बंद हो जाता है, फिर अपने कोऑर्डिनेटर से नया कार्ड माँगें।`,
  wait: (minutes) => `बहुत बार कोशिश हुई। ${minutes} मिनट बाद फिर से करें।`,
  phoneFull: 'इस नंबर से पहले से चार सदस्य साइन इन करती हैं। अपने कोऑर्डिनेटर से दूसरा नंबर लिखवाएँ।',
  cards: {
    used: {
      title: 'यह कार्ड इस्तेमाल हो चुका है',
      line: 'आपने पिन चुना है तो मोबाइल नंबर और पिन से साइन इन करें। नहीं चुना, तो अपने कोऑर्डिनेटर को बताएँ।',
    },
    replaced: {
      title: 'यह कार्ड पुराना है',
      line: 'आपके लिए नया कार्ड बना है। नए कार्ड का लिंक खोलें।',
    },
    expired: {
      title: 'इस कार्ड का समय निकल गया',
      line: 'कार्ड तीन दिन चलता है। अपने कोऑर्डिनेटर से नया कार्ड माँगें।',
    },
    unknown: {
      title: 'यह लिंक सही नहीं है',
      line: 'पूरा लिंक खोलें, या अपने कोऑर्डिनेटर से नया कार्ड माँगें।',
    },
  },
}

const WORDS: Record<Language, SignInWords> = { en, hi }

/** The words in a language. */
export function signInWordsIn(language: Language): SignInWords {
  return WORDS[language]
}
