import { useEffect, useRef, useState } from 'react'
import type { PageWords } from '#app/auth/words.ts'

/** Shows how hard the password in this field is to guess, while it is typed. Hidden without JavaScript. */
export function PasswordStrength({ field, words }: { field: string; words: PageWords }) {
  const element = useRef<HTMLDivElement>(null)
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return
    let latest = 0
    const update = async () => {
      const typed = new FormData(form)
      const text = (name: string) => String(typed.get(name) ?? '')
      const password = text(field)
      latest += 1
      const run = latest
      if (password === '') return setScore(null)
      const { strengthOf } = await import('#app/auth/password-meter.ts')
      // Ignores the result of outdated input.
      if (run === latest)
        setScore(strengthOf(password, `${text('fullName')} ${text('email')}`.split(/[\s@.+_-]+/)))
    }
    // Without a network the meter stays hidden; the server checks the password anyway.
    const measure = () => void update().catch(() => setScore(null))
    form.addEventListener('input', measure)
    return () => form.removeEventListener('input', measure)
  }, [field])
  const { strengthWeak, strengthFair, strengthGood, strengthStrong } = words
  const levels = [strengthWeak, strengthWeak, strengthFair, strengthGood, strengthStrong]
  const word = score === null ? '' : levels[score]
  return (
    <div ref={element} className="password-strength" hidden={score === null}>
      <meter min={0} max={4} low={2} high={3} optimum={4} value={score ?? 0} aria-hidden />
      <span role="status">{word}</span>
    </div>
  )
}
