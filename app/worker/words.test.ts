import { describe, expect, it } from 'vitest'
import { wordsIn } from '#app/worker/words.ts'

/** Every text with its path; functions are called with samples. */
function texts(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'function') return [[path + key, value(...sample(key))]]
    return typeof value === 'string' ? [[path + key, value]] : texts(value, `${path}${key}.`)
  })
}

/** Placeholder values: figures and names that belong to no language. */
function sample(key: string): unknown[] {
  if (key === 'waits') return [{ starts: 1, counted: 3, photos: 2, bytes: 240_000 }]
  return key === 'counted' || key === 'quantity' || key === 'weekEarnings' ? [3, 4] : ['7']
}

describe('the words of the worker', () => {
  const english = texts(wordsIn('en'))
  const hindi = texts(wordsIn('hi'))

  it('are there in both languages, for the same places', () => {
    expect(hindi.map(([path]) => path)).toEqual(english.map(([path]) => path))
    expect(english.length).toBeGreaterThan(80)
    for (const [path, text] of [...english, ...hindi]) expect(text.trim(), path).not.toBe('')
  })

  it('in Hindi are Hindi, except what is filled in', () => {
    const gaps = new Set(['quantity'])
    const latin = hindi.filter(([path, text]) => !gaps.has(path) && !/\p{Script=Devanagari}/u.test(text))
    expect(latin).toEqual([])
  })

  it('keep the messages of the specification in English', () => {
    expect(wordsIn('en').problems).toEqual({
      not_an_image: 'Please select a valid image file',
      too_large: 'File size must be less than 5MB',
      missing: 'Missing required information',
      failed: 'Failed to send photo',
    })
  })
})
