import { useEffect, useRef, useState } from 'react'
import type { PageWords } from '#app/auth/words.ts'

/** How hard the password in this field is to guess, while it is typed; the hint alone without JavaScript. */
export function PasswordStrength({ field, words }: { field: string; words: PageWords }) {
  const here = useRef<HTMLDivElement>(null)
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    const form = here.current?.closest('form')
    if (!form) return
    let latest = 0
    const look = async () => {
      const typed = new FormData(form)
      const text = (name: string) => String(typed.get(name) ?? '')
      const password = text(field)
      latest += 1
      const own = latest
      if (password === '') return setScore(null)
      const { strengthOf } = await import('#app/auth/password-meter.ts')
      // Ignore the result of outdated input.
      if (own === latest)
        setScore(strengthOf(password, `${text('fullName')} ${text('email')}`.split(/[\s@.+_-]+/)))
    }
    // Without a network there is no meter, and the server decides anyway.
    const measure = () => void look().catch(() => setScore(null))
    form.addEventListener('input', measure)
    return () => form.removeEventListener('input', measure)
  }, [field])
  const { strengthWeak, strengthFair, strengthGood, strengthStrong } = words
  const levels = [strengthWeak, strengthWeak, strengthFair, strengthGood, strengthStrong]
  const word = score === null ? '' : levels[score]
  return (
    <div ref={here} className="password-strength" hidden={score === null}>
      <meter min={0} max={4} low={2} high={3} optimum={4} value={score ?? 0} aria-hidden />
      <span role="status">{word}</span>
    </div>
  )
}
