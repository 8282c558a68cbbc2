/** True when PostgreSQL can store the text, which must not contain NUL characters or unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/** The text with '(address)' in place of each email address. */
export function hideAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:=/@]{1,64}@[^\s<>"'(),;:=/@]{1,255}/g, '(address)')
}

/**
 * Trims a name or a longer text and removes invisible characters that copying adds, such as direction marks. Joiners stay,
 * because Indian scripts need them. Returns '' for a text without a visible character.
 */
export function cleanText(text: string): string {
  if (isBlank(text)) return ''
  return text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
}

/** True for a text of which nothing can be seen, such as one of joiners, fillers and marks without a letter. */
export function isBlank(text: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\p{M}\s\u2800\ufffc]*$/u.test(text)
}

/** True for a text with characters that reverse the direction of what follows, so that it reads otherwise than it is. */
export function turnsText(text: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(text)
}

/**
 * A short value, such as a code, an id, a number or an amount, as typed or copied: trimmed, without invisible characters and
 * the marks of bold and italics in chats ('*MILLET10*'), wide letters as usual ones, the digits of all scripts as 0 to 9.
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

/** The digits of a script follow each other, beginning with its zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Letters of Devanagari that are typed for one another: long and short vowels, and the two signs of a nasal. */
const SAME_SOUND: Record<string, string> = {
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0901': '\u0902',
}

/** Letters without a decomposition that people type without their marks; other letters of its pattern are dashes. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/**
 * A text as all searches compare it, in lower case and with single blanks: without accents, apostrophes, joiners and
 * invisible characters ('Za’atar' is 'zaatar'), nor the dots of Indian scripts, and without the joined letters and lengths of
 * vowels of Devanagari ('हलदी' is 'हल्दी'). Like `folded` in the database.
 */
export function folded(text: string): string {
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

/** The search of a list, `?q= of its URL: trimmed, with single blanks, cut to `max` characters, without invisible characters and NUL, which PostgreSQL refuses. */
export function searchText(params: URLSearchParams, max: number): string {
  return cleanText((params.get('q') ?? '').replaceAll('\0', ''))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
}

/** '1 order', '3 orders'. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}

const MAX_WORDS = 8

/**
 * The folded words of a search, without the dots and commas around them and between letters: 'Varma, S.' is 'varma'
 * and 's', 'A.Rao' is 'a' and 'rao'. Emails stay whole.
 */
export function searchWords(text: string): string[] {
  return folded(text)
    .split(' ')
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/(?<=[\p{L}\p{M}])[.,]+(?=\p{L})/u)))
    .map((word) => word.replace(/^[.,]+|[.,]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS)
}

/** A LIKE pattern that matches the text anywhere, with its wildcards escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Parses JSON without throwing. */
export function parsedJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** 'na…@okicici': enough of a UPI address to recognise it, not to pay to it. */
export function upiHint(address: string): string {
  const [name = '', handle = ''] = address.split('@')
  return `${name.slice(0, 2)}…@${handle}`
}
