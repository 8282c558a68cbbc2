import { Link } from 'react-router'
import { fillFacts, type PolicyFacts, TEXT_LINK } from '#app/legal/policy-facts.ts'

/** A text of `content/` with its placeholders filled and its `[words](/path)` as links. */
export function LinkedText({ text, facts }: { text: string; facts: PolicyFacts }) {
  const parts = text.split(new RegExp(TEXT_LINK, 'g'))
  // split gives text, words, path, text, words, path, … text
  return parts.map((part, index) => {
    if (index % 3 === 2) return null
    const filled = fillFacts(part, facts)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their places
    return index % 3 === 0 ? filled : <TextLink key={index} to={parts[index + 1] ?? '/'} words={filled} />
  })
}

function TextLink({ to, words }: { to: string; words: string }) {
  return (
    <Link to={to} className="link">
      {words}
    </Link>
  )
}
