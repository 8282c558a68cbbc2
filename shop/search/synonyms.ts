/** Other names of what is searched for: 'nachni' and 'finger millet' are ragi. */
import { readQuery } from '#shop/search/query.ts'

/** For each word of a query, the other names of what it names, alone or with the words beside it; each as its words. */
export type Synonyms = (words: readonly string[]) => string[][][]

export const NO_SYNONYMS: Synonyms = (words) => words.map(() => [])

/** Synonyms from groups of names, any of which stands for the others; a name may be in several groups. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const others = new Map<string, string[][]>()
  let longest = 1
  for (const group of groups) {
    const names = group.map((name) => readQuery(name).words)
    for (const name of names) {
      const key = name.join(' ')
      others.set(key, [...(others.get(key) ?? []), ...names.filter((other) => other !== name)])
      longest = Math.max(longest, name.length)
    }
  }
  return (words) => {
    const found: string[][][] = []
    while (found.length < words.length) {
      // The longest name counts: 'kali mirch' is pepper, and 'mirch' alone is chilli.
      let length = Math.min(longest, words.length - found.length)
      const from = found.length
      const key = () => words.slice(from, from + length).join(' ')
      while (length > 1 && !others.has(key())) length -= 1
      const names = others.get(key()) ?? []
      for (let at = 0; at < length; at += 1) found.push(names)
    }
    return found
  }
}
