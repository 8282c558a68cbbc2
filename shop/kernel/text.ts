/** True if PostgreSQL can store the text. It refuses NUL characters and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/** No control characters. The API's contract shows this pattern, so it uses escapes that most languages know. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
export const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** No control characters except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
export const PLAIN_LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/

const UNSTORABLE = /[\0\p{Surrogate}]/gu
/** An escape sequence of JSON. A pair of surrogates is one sequence. */
const JSON_ESCAPE = /\\(?:u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|[\da-f]{4})|.)/gi
const UNSTORABLE_ESCAPE = /^\\u(?:0000|d[89a-f][\da-f]{2})$/i

/** Returns the text, or JSON, as PostgreSQL can store it: U+FFFD replaces NUL and unpaired surrogates. */
export function storableText(text: string): string {
  const stored = text.replace(UNSTORABLE, '\ufffd')
  const isJson = /^[[{"]/.test(stored) && /\\u(?:0000|d[89a-f])/i.test(stored) && parseJson(stored).ok
  return isJson
    ? stored.replace(JSON_ESCAPE, (code) => (UNSTORABLE_ESCAPE.test(code) ? '\\ufffd' : code))
    : stored
}

export function hideEmailAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:=/@]{1,64}@[^\s<>"'(),;:=/@]{1,255}/g, '(address)')
}

/** Trims and removes invisible characters that copying adds. Joiners stay: Indian scripts need them. */
export function cleanText(text: string): string {
  if (isBlank(text)) return ''
  return text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
}

/** True for a text without a visible character. */
export function isBlank(text: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\p{M}\s\u2800\ufffc]*$/u.test(text)
}

/** True if the text contains bidi controls, which display it in another order than it is stored. */
export function hasBidi(text: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(text)
}

/**
 * Trims a code, id or number and removes invisible characters and chat formatting ('*MILLET10*'). Full-width
 * characters become ASCII, digits of all scripts 0 to 9.
 */
export function cleanValue(typed: string): string {
  const text = typed
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}\u2800]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, latinDigit)
    .trim()
  const marked = /^([*_~`])(.+)\1$/s.exec(text)?.[2]
  return marked === undefined ? text : cleanValue(marked)
}

/** Returns the Latin form of a digit. Unicode encodes the digits of a script consecutively, beginning with zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Letters of Devanagari that people confuse: long and short vowels, and the two nasal signs. */
const SAME_SOUND: Record<string, string> = {
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0901': '\u0902',
}

/** The plain form of letters that NFKD does not decompose. Other characters of the pattern below are dashes. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/**
 * Normalizes a text for comparing. Removes accents, apostrophes, joiners and the dots of Indian scripts. Ignores
 * joined letters and vowel lengths of Devanagari ('हलदी' equals 'हल्दी'). The SQL function `folded` returns the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(
      /[\u0300-\u036f\u093c\u094d\u09bc\u0a3c\u0abc\u0b3c\u0cbc'`‘’‛′ʼ\p{Default_Ignorable_Code_Point}]/gu,
      '',
    )
    .replace(/[\u0901\u0908\u090a\u0940\u0942]/g, (letter) => SAME_SOUND[letter] ?? letter)
    .toLowerCase()
    .replace(/[łøđıß\u2010-\u2015\u2212]/g, (letter) => PLAIN[letter] ?? '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Cleans a typed search: trimmed, cut to `max`, without invisible characters and NUL, which PostgreSQL refuses. */
export function searchText(typed: string, max: number): string {
  return cleanText(typed.replaceAll('\0', '')).replace(/\s+/g, ' ').trim().slice(0, max)
}

/** Returns '1 order' or '3 orders'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

const MAX_WORDS = 8

/** Splits a search: 'Varma, S.' is 'varma' and 's', 'A.Rao' is 'a' and 'rao'. Emails stay whole. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(' ')
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/(?<=[\p{L}\p{M}])[.,]+(?=\p{L})/u)))
    .map((word) => word.replace(/^[.,]+|[.,]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS)
}

/** Returns a pattern that matches the text anywhere; wildcards in it are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

export function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** Returns 'na…@okicici': recognisable, but not payable. */
export function upiHint(address: string): string {
  const [name = '', handle = ''] = address.split('@')
  return `${name.slice(0, 2)}…@${handle}`
}
