/** The texts of the sign-in pages. The server sends only the texts of one language to the browser. */

import { DATABASE_UNAVAILABLE } from '#app/frame/inserted-notices.ts'
import { ACCOUNT_PROBLEMS, type AccountProblem } from '#shop/customers/input.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** `lead`: the text below the title, '' for none. The pages fill in '{policy}', '{mailbox}' and '{email}'. */
const en = {
  form: {
    fullName: 'Full name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    confirmPassword: 'Confirm password',
    passwordHint:
      'At least 8 characters, with an uppercase letter, a lowercase letter and a number. We recommend 12 or more.',
    strengthWeak: 'Easy to guess',
    strengthFair: 'Could be harder to guess',
    strengthGood: 'Hard to guess',
    strengthStrong: 'Very hard to guess',
    showPassword: 'Show password',
    showConfirmPassword: 'Show the repeated password',
    completing: 'Completing sign in...',
    google: 'Continue with Google',
    googleElsewhere:
      'Google doesn’t allow sign-in inside this app. Open this page in your browser first: in the menu, choose “Open in browser”.',
    outlook: 'Continue with Outlook',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    byPin: 'Use phone number and PIN',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    backToSignIn: 'Back to Sign In',
    checkEmail: 'Check your email',
    privacy: 'What we keep about you, and why, is in our {policy}.',
    policy: 'privacy policy',
    demoTitle: 'This is a demonstration.',
    demoFactor:
      'Its accounts need no second factor; in a real shop everybody who sees other people’s data has one.',
    demo: 'It sends no emails: what it would have sent is in the {mailbox}.',
    mailbox: 'demo mailbox',
  },
  pages: {
    signin: { title: 'Sign in', lead: '', submit: 'Sign In', busy: 'Signing in...' },
    signup: {
      title: 'Create account',
      lead: 'To place orders and track them to your door.',
      submit: 'Create Account',
      busy: 'Creating account...',
    },
    reset: {
      title: 'Reset password',
      lead: "Enter your email address and we'll send you a link to reset your password.",
      submit: 'Send Reset Link',
      busy: 'Sending link...',
    },
    verify: {
      title: 'Verify your email address',
      lead: 'The link that we send you works once, for one hour.',
      submit: 'Send New Link',
      busy: 'Sending link...',
    },
    newPassword: {
      title: 'Choose a new password',
      lead: 'Saving it signs you out everywhere. Then sign in with the new password.',
      submit: 'Save New Password',
      busy: 'Saving...',
    },
    verifyLink: {
      title: 'Verify your email address',
      lead: 'Press the button to finish your account and sign in on this device.',
      submit: 'Verify My Email',
      busy: 'Verifying...',
    },
    finish: {
      title: 'Finish your account',
      lead: 'This account was started in another browser, or more than once. So that only you can open it, please choose your name and password here.',
      submit: 'Verify and Sign In',
      busy: 'Verifying...',
    },
  },
  mailed: {
    signup: {
      line: 'Please check your email to verify your account.',
      more: 'We’ve emailed {email}. The link in it works for one hour. Nothing there? Check your spam folder, or sign in with your new password and we’ll send a new link.',
    },
    reset: {
      line: 'Please check your email for a link to reset your password.',
      more: 'If there is an account for {email}, the link is on its way. It works once, for one hour.',
    },
    verify: {
      line: 'Please check your email to verify your account.',
      more: 'If there is an account for {email} that is not verified yet, the link is on its way. It works once, for one hour.',
    },
  },
  notices: {
    auth_failed: 'Sign-in did not work. Please try again.',
    unexpected_error: 'Something went wrong while signing you in. Please try again.',
    cookies_blocked:
      'Your browser blocks cookies, so it can’t keep you signed in. Allow cookies for this site in its settings, then sign in again.',
    signed_out_here:
      'You’re signed out on this device. Because of a problem on our side, the session itself is still valid: if someone else may be using it, change your password later.',
    password_changed: 'Your password has been changed. Sign in with the new one.',
    session_old:
      'You signed in here more than twelve hours ago. Sign in once more, then go on where you were.',
    verify_first: 'Please verify your email address first. We have just written to it.',
    reset_link_old: 'This link has expired or was already used. Ask for a new one here.',
    verify_link_old: 'This link has expired or is incomplete. Ask for a new one here.',
    verify_link_used:
      'This link was used already, and your email address is verified: you can sign in. If you cannot, ask for a new link here.',
  },
  provider: {
    failure: (provider: string, purpose: 'sign in' | 'sign up') => `Failed to ${purpose} with ${provider}`,
    access_denied: ': it was cancelled there.',
    email_not_found: ': it told us no email address, and an account needs one.',
  },
  refusals: {
    no_match: 'Invalid email or password. If you have just signed up, open the link in our email first.',
    unavailable: DATABASE_UNAVAILABLE,
    other: 'An error occurred',
    wait: (seconds: number) =>
      `Too many attempts. Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`,
  },
  weakPasswords: {
    common: 'This password is among the most common ones. Please choose another.',
    own: 'Please choose a password without your name, your email address or our name.',
    leaked: 'This password is known from a data leak on another site. Please choose another.',
  },
  problems: ACCOUNT_PROBLEMS as Record<AccountProblem, string>,
}
type Words = typeof en

const hi: Words = {
  form: {
    fullName: 'पूरा नाम',
    email: 'ईमेल',
    password: 'पासवर्ड',
    newPassword: 'नया पासवर्ड',
    confirmPassword: 'पासवर्ड दोबारा लिखें',
    passwordHint: 'कम से कम 8 अक्षर। अंग्रेज़ी का एक बड़ा अक्षर, एक छोटा अक्षर और एक अंक हो। 12 या ज़्यादा अक्षर बेहतर हैं।',
    strengthWeak: 'आसानी से पता चल सकता है',
    strengthFair: 'थोड़ा और मुश्किल पासवर्ड चुनें',
    strengthGood: 'मुश्किल से पता चलेगा',
    strengthStrong: 'बहुत मुश्किल से पता चलेगा',
    showPassword: 'पासवर्ड दिखाएँ',
    showConfirmPassword: 'दोबारा लिखा पासवर्ड दिखाएँ',
    completing: 'लॉग इन हो रहा है…',
    google: 'Google से लॉग इन करें',
    googleElsewhere: 'इस ऐप के अंदर Google से लॉग इन नहीं होता। पहले यह पेज ब्राउज़र में खोलें: मेन्यू में “ब्राउज़र में खोलें” चुनें।',
    outlook: 'Outlook से लॉग इन करें',
    forgot: 'पासवर्ड भूल गईं?',
    newHere: 'पहली बार आई हैं?',
    createAccount: 'नया खाता बनाएँ',
    byPin: 'मोबाइल नंबर और पिन लिखें',
    haveAccount: 'पहले से खाता है?',
    signIn: 'लॉग इन करें',
    backToSignIn: 'लॉग इन पर वापस जाएँ',
    checkEmail: 'अपना ईमेल देखें',
    privacy: 'हम आपकी कौन सी जानकारी रखते हैं और क्यों, यह {policy} में लिखा है।',
    policy: 'निजता नीति',
    demoTitle: 'यह सिर्फ़ दिखाने के लिए है।',
    demoFactor:
      'यहाँ के खातों में पासवर्ड के बाद दूसरी पुष्टि नहीं माँगी जाती। असली दुकान में वह हर उस व्यक्ति से माँगी जाती है जो दूसरों की जानकारी देखता है।',
    demo: 'यहाँ से ईमेल नहीं जाता। जो ईमेल जाता, वह {mailbox} में है।',
    mailbox: 'डेमो मेलबॉक्स',
  },
  pages: {
    signin: { title: 'लॉग इन करें', lead: '', submit: 'लॉग इन करें', busy: 'लॉग इन हो रहा है…' },
    signup: {
      title: 'नया खाता बनाएँ',
      lead: 'खाता बनने के बाद आप लॉग इन कर सकती हैं।',
      submit: 'खाता बनाएँ',
      busy: 'खाता बन रहा है…',
    },
    reset: {
      title: 'नया पासवर्ड बनाएँ',
      lead: 'अपना ईमेल लिखें। हम आपको नया पासवर्ड बनाने का लिंक भेजेंगे।',
      submit: 'लिंक भेजें',
      busy: 'लिंक जा रहा है…',
    },
    verify: {
      title: 'अपने ईमेल की पुष्टि करें',
      lead: 'हम जो लिंक भेजेंगे, वह एक ही बार और एक घंटे तक चलेगा।',
      submit: 'नया लिंक भेजें',
      busy: 'लिंक जा रहा है…',
    },
    newPassword: {
      title: 'नया पासवर्ड चुनें',
      lead: 'इसके बाद आप सब जगह लॉग आउट हो जाएँगी। फिर नए पासवर्ड से लॉग इन करें।',
      submit: 'नया पासवर्ड सेव करें',
      busy: 'सेव हो रहा है…',
    },
    verifyLink: {
      title: 'अपने ईमेल की पुष्टि करें',
      lead: 'यह बटन दबाएँ। आपका खाता तैयार हो जाएगा और इस फ़ोन पर लॉग इन हो जाएगा।',
      submit: 'यह मेरा ईमेल है',
      busy: 'पुष्टि हो रही है…',
    },
    finish: {
      title: 'खाता पूरा करें',
      lead: 'यह खाता किसी दूसरे फ़ोन या ब्राउज़र में, या एक से ज़्यादा बार शुरू हुआ था। यहाँ अपना नाम और पासवर्ड लिखें, ताकि इसे सिर्फ़ आप खोल सकें।',
      submit: 'पुष्टि करें और लॉग इन करें',
      busy: 'पुष्टि हो रही है…',
    },
  },
  mailed: {
    signup: {
      line: 'अपना ईमेल देखें और उसमें दिया लिंक खोलें।',
      more: 'हमने {email} पर ईमेल भेजा है। उसका लिंक एक घंटे तक चलेगा। ईमेल नहीं आया? स्पैम फ़ोल्डर देखें, या नए पासवर्ड से लॉग इन करें, हम नया लिंक भेजेंगे।',
    },
    reset: {
      line: 'अपना ईमेल देखें। नया पासवर्ड बनाने का लिंक उसमें है।',
      more: 'अगर {email} से कोई खाता है, तो लिंक भेज दिया है। वह एक ही बार और एक घंटे तक चलेगा।',
    },
    verify: {
      line: 'अपना ईमेल देखें और उसमें दिया लिंक खोलें।',
      more: 'अगर {email} से कोई खाता है और उसकी पुष्टि बाकी है, तो लिंक भेज दिया है। वह एक ही बार और एक घंटे तक चलेगा।',
    },
  },
  notices: {
    auth_failed: 'लॉग इन नहीं हुआ। फिर से कोशिश करें।',
    unexpected_error: 'लॉग इन करते समय कुछ गड़बड़ हुई। फिर से कोशिश करें।',
    cookies_blocked:
      'आपका ब्राउज़र कुकी रोकता है, इसलिए लॉग इन नहीं रहता। सेटिंग में इस साइट की कुकी चालू करें, फिर लॉग इन करें।',
    signed_out_here:
      'इस फ़ोन पर आप लॉग आउट हो गई हैं। हमारी तरफ़ से कुछ गड़बड़ है, इसलिए लॉग आउट पूरा नहीं हुआ। अगर किसी और के पास आपका लॉग इन हो सकता है, तो बाद में पासवर्ड बदलें।',
    session_old: 'आपने यहाँ बारह घंटे से पहले लॉग इन किया था। एक बार फिर लॉग इन करें, फिर आगे बढ़ें।',
    password_changed: 'आपका पासवर्ड बदल गया है। नए पासवर्ड से लॉग इन करें।',
    verify_first: 'पहले अपने ईमेल की पुष्टि करें। हमने अभी उस पर ईमेल भेजा है।',
    reset_link_old: 'यह लिंक पुराना है या एक बार इस्तेमाल हो चुका है। यहाँ से नया लिंक मँगाएँ।',
    verify_link_old: 'यह लिंक पुराना है या पूरा नहीं है। यहाँ से नया लिंक मँगाएँ।',
    verify_link_used:
      'यह लिंक एक बार इस्तेमाल हो चुका है और आपके ईमेल की पुष्टि हो गई है। अब लॉग इन करें। न हो पाए तो यहाँ से नया लिंक मँगाएँ।',
  },
  provider: {
    failure: (provider, purpose) =>
      purpose === 'sign in' ? `${provider} से लॉग इन नहीं हुआ` : `${provider} से खाता नहीं बना`,
    access_denied: ': वहाँ रद्द कर दिया गया।',
    email_not_found: ': वहाँ से ईमेल नहीं मिला, और खाते के लिए ईमेल चाहिए।',
  },
  refusals: {
    no_match: 'ईमेल या पासवर्ड सही नहीं है। अगर खाता अभी बनाया है, तो पहले हमारे ईमेल का लिंक खोलें।',
    unavailable: 'हमारी तरफ़ से कुछ गड़बड़ है। थोड़ी देर बाद फिर से कोशिश करें।',
    other: 'कुछ गड़बड़ हुई। फिर से कोशिश करें।',
    wait: (seconds) => `बहुत बार कोशिश हो चुकी है। ${seconds} सेकंड बाद फिर से कोशिश करें।`,
  },
  weakPasswords: {
    common: 'यह पासवर्ड बहुत लोग रखते हैं। कोई दूसरा पासवर्ड चुनें।',
    own: 'पासवर्ड में अपना नाम, ईमेल या हमारा नाम न हो।',
    leaked: 'यह पासवर्ड किसी दूसरी साइट से लीक हो चुका है। कोई दूसरा पासवर्ड चुनें।',
  },
  problems: {
    bad_email: 'सही ईमेल लिखें',
    bad_name: 'पूरा नाम लिखें, कम से कम 2 अक्षर',
    name_too_long: 'नाम बहुत लंबा है, थोड़ा छोटा लिखें',
    name_unreadable: 'नाम में सिर्फ़ अक्षर और अंक लिखें',
    password_needed: 'पासवर्ड लिखें',
    password_too_short: 'पासवर्ड में कम से कम 8 अक्षर हों',
    password_no_uppercase: 'पासवर्ड में अंग्रेज़ी का एक बड़ा अक्षर हो',
    password_no_lowercase: 'पासवर्ड में अंग्रेज़ी का एक छोटा अक्षर हो',
    password_no_number: 'पासवर्ड में एक अंक हो',
    password_too_long: 'पासवर्ड बहुत लंबा है, थोड़ा छोटा लिखें',
    passwords_differ: 'दोनों पासवर्ड एक जैसे नहीं हैं',
  },
}

export const AUTH_WORDS: Record<WrittenLanguage, Words> = { en, hi }

export type AuthPageName = keyof Words['pages']

export type PageWords = Words['form'] & {
  language: WrittenLanguage
  page: Words['pages'][AuthPageName]
  /** Null on pages that send no email. */
  mailed: { line: string; more: string } | null
  /** The language to which the page's language button switches; null for no button. */
  switchTo: WrittenLanguage | null
  /** The schema's English messages, translated to this language; empty in English. */
  translations: Readonly<Record<string, string>>
}

/** `hasSwitch`: whether the page has a button for its other language. */
export function wordsOfPage(language: WrittenLanguage, name: AuthPageName, hasSwitch = false): PageWords {
  const { form, pages, mailed, problems } = AUTH_WORDS[language]
  const codes = language === 'en' ? [] : (Object.keys(problems) as AccountProblem[])
  return {
    ...form,
    language,
    page: pages[name],
    switchTo: hasSwitch ? (language === 'hi' ? 'en' : 'hi') : null,
    mailed: name === 'signup' || name === 'reset' || name === 'verify' ? mailed[name] : null,
    translations: Object.fromEntries(codes.map((code) => [ACCOUNT_PROBLEMS[code], problems[code]])),
  }
}
