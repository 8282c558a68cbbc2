/**
 * The words of the pages of the second factor: in Hindi for coordinators, workers and customers who read it, in English for
 * staff. The server picks them, so that the browser gets one language, with the page's data.
 */
import { CONFIRM_FIRST } from '#shop/kernel/strength.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'
import { REFUSALS } from '#shop/refusals.ts'

const en = {
  language: 'en' as WrittenLanguage,
  signOut: 'Sign out',
  optional: 'optional',
  confirm: {
    title: 'Confirm it is you',
    button: 'Confirm It Is You',
    done: 'Confirmed',
    doneLead: 'Thank you. For ten minutes you are not asked again.',
    doneLine:
      'Go back to the page that you came from, and send its form again: what you typed is still there.',
    /** '{email}' is the account's address. */
    pending: 'Signed in as {email}. One more step opens the account.',
    again:
      'This step is sensitive, so it asks for your second factor again. For ten minutes afterwards you are not asked.',
    without:
      'This step changes who can open your account, so it asks who you are again. For ten minutes afterwards you are not asked.',
    usePasskey: 'Use a Passkey',
    code: 'Code from your authenticator app',
    submit: 'Confirm',
    withRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    recoveryHint: 'One of the ten codes that you were shown. Each works once.',
    recoverySubmit: 'Use the Recovery Code',
    lost: 'Without any of them: an owner of the shop can reset your second factor in the dashboard.',
    password: 'Your password',
    showPassword: 'Show password',
    noPassword: 'Your account has no password: sign in once more as you usually do.',
    google: 'Continue with Google',
    outlook: 'Continue with Outlook',
  },
  setUp: {
    title: 'Set up your second factor',
    lead: 'Your role sees other people’s data, so a password alone does not open it: the shop also asks for a passkey, or a code from an app on your phone.',
    done: 'Your second factor is set up',
    kept: 'I Have Kept Them',
    already: 'Your account has a second factor already.',
    linkOld: 'This link has expired or was already used. Ask for a new one here.',
    linkSent: 'The link is on its way to {email}. Open it in this browser; it works once, for ten minutes.',
    linkWhy:
      'We email a link to {email}. A person who knows your password but cannot read your email cannot set up a factor for you.',
    send: 'Send the Link',
    sendAnother: 'Send Another Link',
    spam: 'Nothing there? Check your spam folder.',
  },
  add: {
    passkey: 'Passkey',
    passkeyLead:
      'Your phone, computer or security key confirms with your finger, face or PIN. Nothing to type, and no false site can ask for it.',
    passkeySubmit: 'Add a Passkey',
    name: 'Name',
    nameHint: 'So that you know it in the list: “My phone”.',
    app: 'Authenticator app',
    appLead:
      'Scan this code with an authenticator app, such as Aegis, Google Authenticator or Microsoft Authenticator, and type the six digits that it shows.',
    qr: 'QR code of the secret below',
    /** '{secret}' is what can be typed instead. */
    secret: 'Or type this secret into the app: {secret}',
    code: 'Six digits from the app',
    appSubmit: 'Add the App',
    needsName: 'Passkeys are bound to the shop’s name, so they do not work at an address of numbers.',
    needsScripts: 'Passkeys need JavaScript. All else on this page works without it.',
    cancelled: 'The passkey was not used. Try again, or use another way.',
    failed: 'That did not work. Please try again.',
  },
  codes: {
    title: 'Your recovery codes',
    once: 'They are shown this once. Print them or write them down, and keep them away from this device.',
    each: 'Each lets you in once when your passkey or app is lost.',
  },
  security: {
    title: 'Second factor',
    signIn: 'Please sign in to see your second factor.',
    mustHave:
      'Your role sees other people’s data, so each sign-in asks for a passkey or a code from an app, too.',
    mayHave:
      'With a second factor, a stolen password alone does not open your account: each sign-in asks for a passkey or a code from an app, too.',
    demo: 'In this demonstration accounts work without one; in a real shop this account would need it.',
    recovered: 'You used a recovery code. Add a new passkey or app here, and remove the one that is lost.',
    add: 'Add a factor',
    toAdd: 'To add one, confirm that it is you.',
    toChange: 'To change them, confirm that it is you.',
    /** '{day}' is a date. */
    added: 'added {day}',
    used: 'last used {day}',
    remove: 'Remove {name}',
    removeLine: 'It no longer lets you in. We tell you by email.',
    removeSubmit: 'Remove It',
    codes: 'Recovery codes',
    noCodes: 'No code is left.',
    codesLeft: '{count} of 10 codes are left.',
    renew: 'Make new codes',
    renewLine: 'The earlier codes stop working.',
    renewSubmit: 'Make Ten New Codes',
    back: 'Back to Account Settings',
  },
  messages: {
    removed: 'The factor is removed.',
    renewed: 'The earlier codes no longer work.',
    added: 'The factor is added.',
    app: 'This code is wrong, over, or was used already. Wait for the next one and type that.',
    recovery: 'This recovery code is wrong, or was used already.',
    passkey: 'This passkey was not accepted. Please try again.',
    password: 'This is not your password.',
    signedOut: 'Please sign in first.',
    /** '{count}' is a number of minutes. */
    tooMany: 'Too many attempts. Please wait {count} min and try again.',
    tooManyEmails: 'Too many emails. Please wait {count} min and try again.',
    stale: CONFIRM_FIRST as string,
    factor_wrong: REFUSALS.factor_wrong.en as string,
    too_many_factors: REFUSALS.too_many_factors.en as string,
    last_factor: REFUSALS.last_factor.en as string,
    factor_not_found: REFUSALS.factor_not_found.en as string,
    factor_link_invalid: REFUSALS.factor_link_invalid.en as string,
  },
  /** Messages for fields that the schemas refuse. */
  problems: {
    code: 'Enter the six digits',
    recovery: 'Enter a recovery code',
    name: 'At most 60 characters',
    password: 'Enter your password',
    longPassword: 'At most 128 characters',
  },
}

export type FactorWords = typeof en

const hi: FactorWords = {
  language: 'hi',
  signOut: 'साइन आउट करें',
  optional: 'ज़रूरी नहीं',
  confirm: {
    title: 'पुष्टि करें कि यह आप ही हैं',
    button: 'पुष्टि करें',
    done: 'पुष्टि हो गई',
    doneLead: 'धन्यवाद। दस मिनट तक आपसे दोबारा नहीं पूछा जाएगा।',
    doneLine: 'पिछले पेज पर वापस जाएँ और फ़ॉर्म फिर से भेजें। आपने जो लिखा था, वह अब भी वहीं है।',
    pending: '{email} से साइन इन हुआ है। एक और कदम के बाद खाता खुलेगा।',
    again: 'इस काम के लिए दूसरी पुष्टि फिर से चाहिए। इसके बाद दस मिनट तक आपसे नहीं पूछा जाएगा।',
    without:
      'इस काम से तय होता है कि आपका खाता कौन खोल सकता है, इसलिए फिर से पुष्टि चाहिए। इसके बाद दस मिनट तक आपसे नहीं पूछा जाएगा।',
    usePasskey: 'पासकी से पुष्टि करें',
    code: 'ऑथेंटिकेटर ऐप का कोड',
    submit: 'पुष्टि करें',
    withRecovery: 'रिकवरी कोड से पुष्टि करें',
    recovery: 'रिकवरी कोड',
    recoveryHint: 'आपको दिखाए गए दस कोड में से एक। हर कोड एक ही बार चलता है।',
    recoverySubmit: 'यह रिकवरी कोड इस्तेमाल करें',
    lost: 'इनमें से कुछ भी न हो तो दुकान की मालिक आपकी दूसरी पुष्टि हटा सकती हैं। उनसे कहें।',
    password: 'आपका पासवर्ड',
    showPassword: 'पासवर्ड दिखाएँ',
    noPassword: 'आपके खाते का पासवर्ड नहीं है। जैसे हमेशा करती हैं, वैसे एक बार फिर साइन इन करें।',
    google: 'Google से साइन इन करें',
    outlook: 'Outlook से साइन इन करें',
  },
  setUp: {
    title: 'दूसरी पुष्टि चालू करें',
    lead: 'आप दूसरों की जानकारी देख सकती हैं, इसलिए सिर्फ़ पासवर्ड काफ़ी नहीं है। पासकी या फ़ोन के ऐप का कोड भी माँगा जाता है।',
    done: 'दूसरी पुष्टि चालू हो गई',
    kept: 'मैंने कोड संभालकर रख लिए',
    already: 'आपके खाते में दूसरी पुष्टि पहले से चालू है।',
    linkOld: 'यह लिंक पुराना है या इस्तेमाल हो चुका है। यहाँ से नया लिंक माँगें।',
    linkSent: 'लिंक {email} पर भेजा जा रहा है। उसे इसी ब्राउज़र में खोलें। वह एक ही बार और दस मिनट तक चलेगा।',
    linkWhy:
      'हम {email} पर एक लिंक भेजेंगे। जो आपका पासवर्ड जानता है पर आपका ईमेल नहीं पढ़ सकता, वह आपके लिए दूसरी पुष्टि चालू नहीं कर सकता।',
    send: 'लिंक भेजें',
    sendAnother: 'एक और लिंक भेजें',
    spam: 'लिंक नहीं मिला? स्पैम फ़ोल्डर भी देखें।',
  },
  add: {
    passkey: 'पासकी',
    passkeyLead:
      'आपका फ़ोन, कंप्यूटर या सुरक्षा कुंजी आपकी उँगली, चेहरे या पिन से पुष्टि करती है। कुछ लिखना नहीं पड़ता, और कोई नक़ली साइट इसे नहीं माँग सकती।',
    passkeySubmit: 'पासकी जोड़ें',
    name: 'नाम',
    nameHint: 'ताकि आप इसे सूची में पहचान लें, जैसे “मेरा फ़ोन”।',
    app: 'ऑथेंटिकेटर ऐप',
    appLead:
      'इस कोड को किसी ऑथेंटिकेटर ऐप से स्कैन करें, जैसे Aegis, Google Authenticator या Microsoft Authenticator, और ऐप में दिखने वाले छह अंक लिखें।',
    qr: 'नीचे लिखे गुप्त कोड का क्यूआर कोड',
    secret: 'या यह गुप्त कोड ऐप में लिखें: {secret}',
    code: 'ऐप में दिखने वाले छह अंक',
    appSubmit: 'ऐप जोड़ें',
    needsName: 'पासकी दुकान के नाम से जुड़ी होती है, इसलिए अंकों वाले पते पर नहीं चलती।',
    needsScripts: 'पासकी के लिए जावास्क्रिप्ट चाहिए। इस पेज की बाकी सब चीज़ें उसके बिना चलती हैं।',
    cancelled: 'पासकी इस्तेमाल नहीं हुई। फिर कोशिश करें, या कोई और तरीका चुनें।',
    failed: 'यह नहीं हो सका। कृपया फिर कोशिश करें।',
  },
  codes: {
    title: 'आपके रिकवरी कोड',
    once: 'ये सिर्फ़ अभी दिखाए जा रहे हैं। इन्हें छाप लें या लिख लें, और इस फ़ोन या कंप्यूटर से अलग रखें।',
    each: 'पासकी या ऐप खो जाए, तो हर कोड से एक बार साइन इन होता है।',
  },
  security: {
    title: 'दूसरी पुष्टि',
    signIn: 'दूसरी पुष्टि देखने के लिए साइन इन करें।',
    mustHave: 'आप दूसरों की जानकारी देख सकती हैं, इसलिए हर साइन इन पर पासकी या ऐप का कोड भी माँगा जाता है।',
    mayHave:
      'दूसरी पुष्टि चालू हो, तो चुराए गए पासवर्ड से आपका खाता नहीं खुलता। हर साइन इन पर पासकी या ऐप का कोड भी माँगा जाता है।',
    demo: 'यहाँ सिर्फ़ दिखाने के लिए खाते इसके बिना चलते हैं। असली दुकान में इस खाते को यह चाहिए होगी।',
    recovered: 'आपने रिकवरी कोड इस्तेमाल किया। यहाँ नई पासकी या ऐप जोड़ें, और जो खो गई है उसे हटाएँ।',
    add: 'पासकी या ऐप जोड़ें',
    toAdd: 'जोड़ने के लिए पुष्टि करें कि यह आप ही हैं।',
    toChange: 'बदलने के लिए पुष्टि करें कि यह आप ही हैं।',
    added: '{day} को जोड़ा गया',
    used: 'पिछली बार {day} को इस्तेमाल हुआ',
    remove: '{name} हटाएँ',
    removeLine: 'इससे फिर साइन इन नहीं होगा। हम आपको ईमेल से बताएँगे।',
    removeSubmit: 'हटाएँ',
    codes: 'रिकवरी कोड',
    noCodes: 'कोई कोड नहीं बचा है।',
    codesLeft: '10 में से {count} कोड बचे हैं।',
    renew: 'नए कोड बनाएँ',
    renewLine: 'पुराने कोड फिर नहीं चलेंगे।',
    renewSubmit: 'दस नए कोड बनाएँ',
    back: 'खाते की सेटिंग पर वापस जाएँ',
  },
  messages: {
    removed: 'हटा दिया गया।',
    renewed: 'पुराने कोड अब नहीं चलेंगे।',
    added: 'जोड़ दिया गया।',
    app: 'यह कोड गलत है, उसका समय निकल गया, या वह इस्तेमाल हो चुका है। अगले कोड का इंतज़ार करें और वह लिखें।',
    recovery: 'यह रिकवरी कोड गलत है या इस्तेमाल हो चुका है।',
    passkey: 'यह पासकी नहीं मानी गई। फिर कोशिश करें।',
    password: 'यह आपका पासवर्ड नहीं है।',
    signedOut: 'पहले साइन इन करें।',
    tooMany: 'बहुत बार कोशिश हुई। थोड़ी देर बाद फिर कोशिश करें। इतने मिनट रुकें: {count}',
    tooManyEmails: 'बहुत सारे ईमेल भेजे गए। थोड़ी देर बाद फिर माँगें। इतने मिनट रुकें: {count}',
    stale: 'पुष्टि करें कि यह आप ही हैं, फिर इसे दोबारा भेजें।',
    factor_wrong: 'यह कोड या पासकी नहीं मानी गई।',
    too_many_factors: 'आपके खाते में पहले से सबसे ज़्यादा पासकी और ऐप हैं। पहले कोई एक हटाएँ।',
    last_factor: 'आपको कम से कम एक चाहिए। हटाने से पहले दूसरी जोड़ें।',
    factor_not_found: 'यह पहले ही हटाई जा चुकी है।',
    factor_link_invalid: 'यह लिंक पुराना है या इस्तेमाल हो चुका है। नया लिंक माँगें।',
  },
  problems: {
    code: 'छह अंक लिखें',
    recovery: 'रिकवरी कोड लिखें',
    name: 'ज़्यादा से ज़्यादा 60 अक्षर',
    password: 'अपना पासवर्ड लिखें',
    longPassword: 'ज़्यादा से ज़्यादा 128 अक्षर',
  },
}

export const FACTOR_WORDS: Record<WrittenLanguage, FactorWords> = { en, hi }

/** The words that a page shows, without the answers that only the server gives. */
export type FactorPageWords = Omit<FactorWords, 'messages' | 'problems'> & { stale: string }

type Part = 'confirm' | 'setUp' | 'add' | 'codes' | 'security'
type Common = Pick<FactorPageWords, 'language' | 'signOut' | 'optional' | 'stale'>

/** These parts of the words, with those that all pages share. */
export function pageWords<One extends Part>(
  words: FactorWords,
  ...parts: readonly One[]
): Common & Pick<FactorWords, One> {
  const { language, signOut, optional, messages } = words
  const own = Object.fromEntries(parts.map((part) => [part, words[part]])) as Pick<FactorWords, One>
  return { language, signOut, optional, stale: messages.stale, ...own }
}
